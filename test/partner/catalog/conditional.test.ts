import { describe, expect } from 'vitest'
import { UnreachableError } from '../../../src/lib/errors.ts'
import { createCatalogReader } from '../../../src/partner/catalog/read-catalog.ts'
import type { Asked, Step } from '../../helpers/world/scripted-server.ts'
import { type Script, withScripts } from '../../helpers/upstream-fixtures.ts'

const { signal } = new AbortController()
const [a, b] = ['4006381333931', '5901234123457']
const retry = { tries: 2, baseMs: 1, capMs: 1 }

const it = withScripts().extend('open', ({ start }) => async (script: Script) => {
  const server = await start(script)
  let hours = 0
  const source = { place: `${server.url}/list.txt`, maxEntries: 100, retry }
  const read = createCatalogReader(source, () => hours * 3_600_000)
  return {
    wait: (some: number) => void (hours += some),
    read: async () => (await read(signal)).gtins,
    conditions: () =>
      server.asked.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since']),
  }
})

/** A server that returns 304 if the ETag matches. */
const honest =
  (list: () => { body: string; etag: string }) =>
  ({ headers }: Asked): Step => {
    const { body, etag } = list()
    return headers['if-none-match'] === etag ? { status: 304 } : { body, headers: { etag } }
  }

describe('a catalogue that is read again', () => {
  it('is requested with the ETag of its last response, and an unchanged list is read from memory', async ({
    open,
  }) => {
    let list = { body: `${a}\n${b}`, etag: '"1"' }
    const { read, conditions } = await open(honest(() => list))
    expect([await read(), await read()]).toEqual([
      [a, b],
      [a, b],
    ])
    list = { body: a, etag: '"2"' }
    expect([await read(), await read()]).toEqual([[a], [a]])
    expect(conditions()).toEqual([undefined, '"1"', '"1"', '"2"'])
  })

  it.for([
    ['a day before the response', 'Fri, 20 Nov 2026 04:00:00 GMT', true],
    ['in the second of the response, which may change again', 'Sat, 21 Nov 2026 04:00:00 GMT', false],
    ['which is not a time', 'yesterday', false],
  ] as const)(
    'is requested with the time of its last change only if that identifies a version: %s',
    async ([, lastModified, isSent], { open }) => {
      const headers = { 'last-modified': lastModified, date: 'Sat, 21 Nov 2026 04:00:00 GMT' }
      const { read, conditions } = await open((asked) =>
        asked.headers['if-modified-since'] === undefined ? { body: a, headers } : { status: 304 },
      )
      expect([await read(), await read()]).toEqual([[a], [a]])
      expect(conditions()).toEqual([undefined, isSent ? lastModified : undefined])
    },
  )

  it('is requested without a condition half a day later, because its ETag may not follow the list', async ({
    open,
  }) => {
    let list = { body: a, etag: '"same"' }
    const { read, wait, conditions } = await open(honest(() => list))
    await read()
    list = { ...list, body: b }
    wait(11)
    expect(await read()).toEqual([a])
    wait(1)
    expect(await read()).toEqual([b])
    expect(conditions()).toEqual([undefined, '"same"', undefined])
  })

  it('is requested without a condition after a response that could not be read', async ({ open }) => {
    const steps: Step[] = [
      { body: a, headers: { etag: '"1"' } },
      { body: '<html>', headers: { etag: '"2"' } },
      { body: b, headers: { etag: '"2"' } },
    ]
    const { read, conditions } = await open(steps)
    expect(await read()).toEqual([a])
    await expect(read()).rejects.toThrow('it is a web page')
    expect(await read()).toEqual([b])
    expect(conditions()).toEqual([undefined, '"1"', undefined])
  })

  it('keeps its last reading while the server is down, and its condition', async ({ open }) => {
    const down: Step = { status: 503 }
    const { read, conditions } = await open([
      { body: a, headers: { etag: '"1"' } },
      down,
      down,
      { status: 304 },
    ])
    expect(await read()).toEqual([a])
    await expect(read()).rejects.toThrow(UnreachableError)
    expect(await read()).toEqual([a])
    expect(conditions()).toEqual([undefined, '"1"', '"1"', '"1"'])
  })
})

it('a 304 for an unconditional request fails with a message about the cache', async ({ open }) => {
  const { read, conditions } = await open(() => ({ status: 304, headers: { etag: '"1"' } }))
  const reading = read()
  await expect(reading).rejects.toThrow(UnreachableError)
  await expect(reading).rejects.toThrow('returned 304 (not modified) for an unconditional request')
  await expect(read()).rejects.toThrow('an unconditional request')
  expect(new Set(conditions())).toEqual(new Set([undefined]))
})

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { OutcomeUnknownError } from '../../../src/lib/errors.ts'
import type { Answer } from '../../../src/lib/http/answer.ts'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { openGate } from '../../helpers/sync/gate.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'
import { startRaw } from '../../helpers/world/raw-server.ts'

const { signal } = new AbortController()
const key = { gtin: '4006381333931', language: 'de-at' }
const user = { id: 1, name: 'Ed', capabilities: {}, roles: [] }
const languages = JSON.stringify(['de-at', 'en-gb'])

const it = withScripts().extend('raw', ({ closing }) => async (...options: Parameters<typeof startRaw>) => {
  const server = await startRaw(...options)
  closing.push(server)
  return server
})

describe('a response that is compressed although that was not requested', () => {
  it.for<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (text) => Buffer.from(text)],
  ])('is read: %s', async ([encoding, compress], { start, connectPartner, connectCms }) => {
    const server = await start(({ url }) => ({
      body: compress(
        url.includes('/users/')
          ? JSON.stringify(user)
          : url.endsWith('/list.json')
            ? JSON.stringify([key.gtin])
            : languages,
      ),
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    }))
    expect(await connectPartner(server.url).fetchLanguages(signal)).toEqual(['de-at', 'en-gb'])
    expect(await connectCms(`${server.url}/api`).fetchUser(signal)).toMatchObject({ name: 'Ed' })
    const list = await readCatalog({ place: `${server.url}/list.json`, maxEntries: 9 }, signal)
    expect(list.gtins).toEqual([key.gtin])
    expect(server.asked.map(({ headers }) => headers['accept-encoding'])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is not unpacked beyond the limit of a record', async ({ start, connectPartner }) => {
    const server = await start([
      { body: gzipSync(Buffer.alloc(5 * 1024 * 1024)), headers: { 'content-encoding': 'gzip' } },
    ])
    expect(await connectPartner(server.url).fetchProduct(key, undefined, signal)).toMatchObject({
      state: 'invalid',
      reason: expect.stringContaining('larger than the limit of 4 MiB'),
    })
  })

  it('is not unpacked beyond the limit of the catalogue', async ({ start }) => {
    const server = await start([
      { body: gzipSync(Buffer.alloc(100_000, ' ')), headers: { 'content-encoding': 'gzip' } },
    ])
    await expect(readCatalog({ place: server.url, maxEntries: 100 }, signal)).rejects.toThrow(
      'it has more than 6400 bytes',
    )
  })

  it.for<[string, string, string]>([
    ['compress', 'x', 'its body has the Content-Encoding "compress", which was not requested'],
    ['gzip, br', 'x', 'its body has the Content-Encoding "gzip, br", which was not requested'],
    ['gzip', languages, 'its body is damaged, or is not gzip as its Content-Encoding claims'],
  ])(
    'is rejected with the reason if it is invalid: %s',
    async ([encoding, body, reason], { start, connectPartner }) => {
      const server = await start([{ body, headers: { 'content-encoding': encoding } }])
      await expect(connectPartner(server.url).fetchLanguages(signal)).rejects.toThrow(reason)
    },
  )
})

const old = (body: string): string => `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`

describe('a response of HTTP/1.0 without a length', () => {
  it('ends with its connection', async ({ raw, connectPartner, connectCms }) => {
    const partner = await raw((socket) => socket.end(old(languages)))
    expect(await connectPartner(partner.url).fetchLanguages(signal)).toEqual(['de-at', 'en-gb'])
    const cms = await raw((socket) => socket.end(old(JSON.stringify(user))))
    expect(await connectCms(`${cms.url}/api`).fetchUser(signal)).toMatchObject({ name: 'Ed' })
  })

  it('is rejected if it is truncated', async ({ raw, connectPartner, connectCms }) => {
    const partner = await raw((socket) => socket.end(old(languages.slice(0, -1))))
    await expect(connectPartner(partner.url).fetchLanguages(signal)).rejects.toThrow('not JSON')
    const cms = await raw((socket) => socket.end(old(JSON.stringify(user).slice(0, -1))))
    await expect(connectCms(`${cms.url}/api`).fetchUser(signal)).rejects.toThrow('not JSON')
  })
})

describe('a server that closes an idle connection just as a request is sent', () => {
  /** Responds to the first request, and ends the connection when the second one arrives. */
  const closing =
    (body: string) => (socket: Parameters<Parameters<typeof startRaw>[0]>[0], count: number) => {
      if (count === 2) socket.destroy()
      else
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
    }

  it('gets a read a second time, and the first one does not count as a failure', async ({
    raw,
    connectPartner,
  }) => {
    const ended: Answer[] = []
    const gate = { ...openGate(), ended: (answer: Answer) => void ended.push(answer) }
    const server = await raw(closing(languages))
    const partner = connectPartner(server.url, { gate })
    await partner.fetchLanguages(signal)
    expect(await partner.fetchLanguages(signal)).toEqual(['de-at', 'en-gb'])
    expect(server.count()).toBe(3)
    expect(ended).toEqual(['answered', 'unknown', 'answered'])
  })

  it('counts as failing from the second time in a row', async ({ raw, connectPartner }) => {
    const ended: Answer[] = []
    const gate = { ...openGate(), ended: (answer: Answer) => void ended.push(answer) }
    const server = await raw((socket) => socket.destroy())
    await expect(connectPartner(server.url, { gate }).fetchLanguages(signal)).rejects.toThrow(
      'other side closed (after 2 tries)',
    )
    expect(ended).toEqual(['unknown', { failed: expect.any(String) }])
  })

  it('does not get a write a second time', async ({ raw, connectCms }) => {
    const server = await raw(closing(JSON.stringify(user)))
    const cms = connectCms(`${server.url}/api`)
    await cms.fetchUser(signal)
    const body = { slug: 'a', status: 'draft', title: 'A', content: '' }
    await expect(cms.writePages([{ kind: 'create', body }], signal)).rejects.toThrow(OutcomeUnknownError)
    expect(server.count()).toBe(2)
  })
})

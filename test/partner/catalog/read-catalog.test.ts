import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, UnreachableError } from '../../../src/lib/errors.ts'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { startScripted, type Step } from '../../helpers/world/scripted-server.ts'

const [a, b, c] = ['4006381333931', '5901234123457', '9780201379624'] as const
const maxEntries = 1_000
const retry = { tries: 2, baseMs: 1, capMs: 2 }
const go = new AbortController().signal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(name: string, ...lines: string[]) {
  const file = join(folder, name)
  await writeFile(file, lines.join('\n'))
  return readCatalog({ place: file, maxEntries }, go)
}

/** Reads the response of a local server at a path. */
async function readFrom(path: string, ...steps: Step[]) {
  const server = await startScripted(steps)
  try {
    return await readCatalog({ place: `${server.url}${path}`, maxEntries, retry }, go)
  } finally {
    await server.close()
  }
}

describe('a text file', () => {
  test('has one GTIN per line, with comments and blank lines', async () => {
    const text = ['\uFEFF# our range', a, '', `  ${b}\t# new`, `${c}\r`]
    expect(await read('c.txt', ...text)).toMatchObject({ gtins: [a, b, c], faults: [], unreadable: 0 })
  })

  test('is rejected with the line of an error', async () => {
    expect(await read('c.txt', a, '', 'abc', a)).toMatchObject({
      gtins: [a],
      faults: [
        'line 3: "abc" is not a GTIN-13: 13 digits are expected',
        `line 4: ${a} is already listed at line 1`,
      ],
      unreadable: 1,
    })
  })
})

describe('a table', () => {
  test.each([
    ['commas', `name,gtin,price`, `"Band, breit",${a},1`, `Kleber,${b},2`],
    ['semicolons', `name;gtin;price`, `Band, breit;${a};1,5`, `"Kleber";"${b}";2,5`],
    ['tabs', `name\tgtin\tprice`, `Band, breit; lang\t${a}\t1`, `Kleber\t${b}\t2`],
    ['one column', 'gtin', a, b],
    [
      'PR-55: a byte order mark and line ends of Windows',
      `\uFEFFgtin;name\r`,
      `${a};Band\r`,
      `${b};Kleber\r`,
    ],
    ['blanks around', ' gtin , name ', ` ${a} , Band`, `${b},Kleber `],
    ['short rows', 'gtin,name', a, `${b},Kleber,more`],
    ['empty rows', 'gtin;name', `${a};Band`, ';', '', `${b};Kleber`, ';'],
  ])('is read with %s', async (_, ...lines) => {
    expect(await read('c.csv', ...lines)).toMatchObject({ gtins: [a, b], faults: [], unreadable: 0 })
  })

  test.each(['GTIN', 'Gtin', 'GTIN-13', 'gtin13', 'EAN', 'ean13', 'EAN-13'])(
    'is read from a column named %s',
    async (name) => {
      expect((await read('c.csv', `id,${name}`, `1,${a}`)).gtins).toEqual([a])
    },
  )

  test('is rejected with the line of an error, even after empty or long rows', async () => {
    const lines = ['gtin,name', ',', '', `${a},"in`, 'two lines"', 'x,Band', `,Kleber`]
    expect(await read('c.csv', ...lines)).toMatchObject({
      gtins: [a],
      faults: ['line 6: "x" is not a GTIN-13: 13 digits are expected'],
      notes: ['1 entry has no GTIN, for example line 7'],
      unreadable: 1,
    })
  })

  test('without a GTIN column is rejected with the names of its columns', async () => {
    await expect(read('c.csv', 'name;artikel', `Band;${a}`)).rejects.toThrow(
      /^The catalogue .*c\.csv has no column called gtin; its first line reads: name;artikel\. Check CATALOG\.$/,
    )
  })

  test('with a broken quote loses only that row', async () => {
    const lines = ['gtin,name', `${a},"Band`, `"${b}","5" breit"`, `${c},"2" breit`]
    expect(await read('c.csv', ...lines)).toMatchObject({ gtins: [a, b, c], unreadable: 0 })
  })
})

describe('JSON', () => {
  test.each([
    ['a list of texts', [a, b]],
    ['a list of numbers', [Number(a), Number(b)]],
    ['a list of products', [{ gtin: a, name: 'Band' }, { gtin: Number(b) }]],
    ['a list inside', { updated: 'today', gtins: [a, { gtin: b }] }],
  ])('is read as %s', async (_, json) => {
    expect(await read('c.json', `\uFEFF${JSON.stringify(json)}`)).toMatchObject({
      gtins: [a, b],
      faults: [],
      unreadable: 0,
    })
  })

  test('is rejected with the entry of an error', async () => {
    expect((await read('C.JSON', JSON.stringify([a, 'x', a]))).faults).toEqual([
      'entry 2: "x" is not a GTIN-13: 13 digits are expected',
      `entry 3: ${a} is already listed at entry 1`,
    ])
  })

  test.each(['[', '{"a":[]}', '"x"', '{}'])('of another shape is rejected: %s', async (text) => {
    await expect(read('c.json', text)).rejects.toThrow(/cannot be parsed: .*Check CATALOG\.$/s)
  })
})

describe('a URL', () => {
  test('is parsed according to the extension of its path', async () => {
    expect((await readFrom('/c.txt', { body: `${a}\n${b}` })).gtins).toEqual([a, b])
    expect((await readFrom('/c.csv?v=1', { body: `name,gtin\nx,${a}` })).gtins).toEqual([a])
    expect((await readFrom('/c.JSON', { json: [b] })).gtins).toEqual([b])
    expect((await readFrom('/catalog', { body: c })).gtins).toEqual([c])
  })

  test.each<[string, Step, RegExp]>([['that is not there', { status: 404, body: 'no' }, /returned 404/]])(
    '%s cannot be read',
    async (_, step, reason) => {
      const reading = readFrom('/c.txt', step)
      await expect(reading).rejects.toThrow(ConfigError)
      await expect(reading).rejects.toThrow(reason)
      await expect(reading).rejects.toThrow('Check CATALOG.')
    },
  )

  test('is requested again after a response that proves nothing about the catalogue', async () => {
    for (const step of [{ status: 503 }, { status: 500 }, 'reset', 'cut'] as Step[])
      expect((await readFrom('/c.txt', step, { body: a })).gtins).toEqual([a])
  })

  test.each<[string, Step]>([
    ['hangs up', 'reset'],
    ['breaks off', 'cut'],
    ['answers with an error of its own', { status: 500 }],
  ])('whose server %s every time is unreachable, which is not a configuration error', async (_, step) => {
    const reading = readFrom('/c.txt', step, step)
    await expect(reading).rejects.toThrow(UnreachableError)
    await expect(reading).rejects.toThrow(
      /^The catalogue .* cannot be read: .* \(after 2 tries\)\. Check CATALOG,/,
    )
  })

  test('without a server cannot be read', async () => {
    const server = await startScripted(['hang'])
    await server.close()
    await expect(readCatalog({ place: `${server.url}/c.txt`, maxEntries, retry }, go)).rejects.toThrow(
      /cannot be read: .*ECONNREFUSED.*Check CATALOG/,
    )
  })

  test('is no longer awaited when the process stops', async () => {
    const server = await startScripted(['hang'])
    const stop = new AbortController()
    const reading = readCatalog({ place: `${server.url}/c.txt`, maxEntries }, stop.signal)
    stop.abort(new Error('shutdown'))
    await expect(reading).rejects.toThrow('shutdown')
    await server.close()
  })
})

describe('an unusable catalogue is a configuration error', () => {
  test('if it is a pipe or a device, which might never end', async () => {
    const pipe = join(folder, 'pipe.txt')
    execFileSync('mkfifo', [pipe])
    for (const place of ['/dev/zero', pipe])
      await expect(readCatalog({ place, maxEntries }, go)).rejects.toThrow(
        `The catalogue ${place} cannot be read: it is not a regular file. Check CATALOG.`,
      )
  })

  test('if there is no such file', async () => {
    const reading = readCatalog({ place: join(folder, 'missing.txt'), maxEntries }, go)
    await expect(reading).rejects.toThrow(ConfigError)
    await expect(reading).rejects.toThrow(/missing\.txt cannot be read: ENOENT.*Check CATALOG\.$/)
  })

  test.each([
    ['empty.txt', [''], 'it is empty'],
    ['empty.csv', ['gtin'], ''],
    ['nothing.csv', [''], 'it is empty'],
    ['empty.json', ['[]'], ''],
    ['wrong.txt', ['x', 'y'], 'Errors: line 1: "x" is not a GTIN-13: 13 digits are expected; line 2: "y"'],
  ])('if it is empty: %s', async (name, lines, more) => {
    const reading = read(name, ...lines)
    await expect(reading).rejects.toThrow(ConfigError)
    await expect(reading).rejects.toThrow(more)
    await expect(reading).rejects.toThrow(/ Check CATALOG\.$/)
  })
})

describe('an endless catalogue', () => {
  const limits =
    /more than (1000 entries|64000 bytes, 64 for each of 1000 entries)\. If that is right, raise CATALOG_MAX_ENTRIES/

  test.each<[string, string, string]>([
    ['a text', 'c.txt', 'x\n'.repeat(1_001)],
    ['a table', 'c.csv', `gtin\n${'x\n'.repeat(1_001)}`],
    ['JSON', 'c.json', `[${'1,'.repeat(1_000)}1]`],
    ['one line', 'c.txt', '1'.repeat(64_001)],
  ])('is rejected with the limit and the variable that raises it: %s', async (_, name, text) => {
    await expect(read(name, text)).rejects.toThrow(limits)
  })

  test('is rejected as soon as a URL has sent too many bytes', async () => {
    let sent = 0
    const server = createServer((_, response) => {
      const send = (): void => {
        sent += 16_384
        response.write(Buffer.alloc(16_384, '1'), (error) => error ?? send())
      }
      send()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const reading = readCatalog({ place: `http://127.0.0.1:${port}/c.txt`, maxEntries }, go)
      await expect(reading).rejects.toThrow(limits)
      expect(sent).toBeLessThan(50_000_000)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('is rejected if its file is too long', async () => {
    await expect(read('c.txt', ' '.repeat(64_001))).rejects.toThrow(limits)
  })

  test('is rejected with a shortened entry', async () => {
    expect((await read('c.txt', a, 'x'.repeat(10_000))).faults[0]?.length).toBeLessThan(200)
  })
})

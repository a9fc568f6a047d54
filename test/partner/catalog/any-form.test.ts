import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'

const go = new AbortController().signal
const maxEntries = 1_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-any-form-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Uint8Array, name = 'list.csv') {
  const file = join(folder, name)
  await writeFile(file, content)
  return readCatalog({ place: file, maxEntries }, go)
}

function utf16(text: string, order: 'LE' | 'BE', mark = true): Buffer {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return order === 'LE' ? bytes : bytes.swap16()
}

const gtin = fc.stringMatching(/^[1-9]\d{11}$/).map((digits) => digits + gtinCheckDigit(digits))
const noise = fc.constantFrom('Band', '2" breit', '1,5', '', 'x; y', 'Ä', '"quoted"', 'a|b', '12')
const form = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  header: fc.constantFrom('gtin', 'GTIN', 'EAN Code', 'barcode', 'GTIN-13', 'EAN-Nr.', 'ean13'),
  title: fc.constantFrom('', 'Export\n\n', 'sep=\n', '"Export Herbst\n', 'Liste "A"\n\nStand: heute\n'),
  before: fc.nat(2),
  after: fc.nat(2),
  cell: fc.constantFrom(
    (text: string) => text,
    (text: string) => `"${text}"`,
    (text: string) => `="${text}"`,
    (text: string) => `'${text}`,
    (text: string) => `0${text}`,
    (text: string) => `${text.slice(0, 1)} ${text.slice(1, 7)}-${text.slice(7)}`,
  ),
  bytes: fc.constantFrom(
    (text: string) => Buffer.from(text),
    (text: string) => Buffer.from(`\uFEFF${text}`),
    (text: string) => Buffer.from(text, 'latin1'),
    (text: string) => utf16(text, 'LE'),
    (text: string) => utf16(text, 'BE'),
    (text: string) => gzipSync(text),
  ),
})

test('a table has the same GTINs in any combination of forms', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(gtin, { minLength: 1, maxLength: 8 }),
      form,
      fc.infiniteStream(noise),
      async (gtins, { delimiter, end, header, title, before, after, cell, bytes }, texts) => {
        const noisy = (count: number): string[] =>
          Array.from({ length: count }, () => {
            const text: string = texts.next().value
            return text.includes(delimiter) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
          })
        const rows = gtins.map((each) => [...noisy(before), cell(each), ...noisy(after)].join(delimiter))
        const names = [
          ...Array.from({ length: before }, (_, index) => `b${index}`),
          header,
          ...Array.from({ length: after }, (_, index) => `c${index}`),
        ]
        const text = `${title.replace('sep=', `sep=${delimiter}`).replaceAll('\n', end)}${[names.join(delimiter), ...rows].join(end)}${end}`
        expect(await read(bytes(text))).toMatchObject({ gtins, unreadable: 0 })
      },
    ),
    { numRuns: 300 },
  )
})

const jsonEntry = fc.constantFrom<(text: string) => unknown>(
  (text) => text,
  (text) => ({ gtin: text, name: '2" breit' }),
  (text) => ({ EAN: `0${text}`, id: 96385074 }),
  (text) => ({ product: { 'gtin-13': Number(text) } }),
  (text) => ({ node: { ean: { value: text } }, carton: { ean: '4026639000088' } }),
  (text) => ({ id: 1, variants: [{ variantBarcode: text }] }),
  (text) => ({ ean: null, 'EAN Code': text }),
  (text) => ({ identifiers: [{ gtin: text }] }),
)
const jsonFrame = fc.constantFrom<(list: unknown[]) => string>(
  (list) => JSON.stringify(list),
  (list) => JSON.stringify(list, null, 2),
  (list) => JSON.stringify({ total: list.length, next: null, data: { products: list } }),
  (list) => JSON.stringify({ pageInfo: { hasNextPage: false }, edges: list }, null, 1),
  (list) => list.map((one) => JSON.stringify(one)).join('\n'),
)

test('JSON has the same GTINs in any combination of forms', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(gtin, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(jsonEntry),
      jsonFrame,
      form,
      async (gtins, entries, frame, { bytes }) => {
        const list = gtins.map((each) => entries.next().value(each))
        expect(await read(bytes(frame(list)), 'list.json')).toMatchObject({ gtins, unreadable: 0 })
      },
    ),
    { numRuns: 200 },
  )
})

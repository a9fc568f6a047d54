import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'

const [a, b] = ['4026639000019', '4026639000088'] as const
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-columns-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string, columns: readonly string[]) {
  const file = join(folder, 'list')
  await writeFile(file, content)
  return readCatalog({ place: file, maxEntries: 100, columns }, new AbortController().signal)
}

test.each<[string, string, Record<string, unknown>]>([
  [
    'a table',
    `gtin;category;rank\n${a};Tapes;3\n${b};;4`,
    { [a]: { category: 'Tapes', rank: '3' }, [b]: { category: '', rank: '4' } },
  ],
  [
    'a header in other case, with blanks',
    `GTIN; Category \n${a};"Tapes; wide"`,
    { [a]: { category: 'Tapes; wide' } },
  ],
  ['a column before the GTINs', `category,gtin\n"Roof\nWall",${a}`, { [a]: { category: 'Roof\nWall' } }],
  [
    'a row with too few cells',
    `gtin;name;category\n${a};A\n${b};B;Tapes`,
    { [a]: { category: '' }, [b]: { category: 'Tapes' } },
  ],
  [
    'a row whose quote is never closed',
    `gtin;name;category\n${a};"A;x\n${b};B;Tapes`,
    { [b]: { category: 'Tapes' } },
  ],
  ['a product that is listed twice', `gtin;category\n${a};Tapes\n${a};Glue`, { [a]: { category: 'Tapes' } }],
  [
    'JSON objects',
    JSON.stringify([
      { gtin: a, Category: 'Tapes', rank: 3 },
      { gtin: b, category: null },
    ]),
    { [a]: { category: 'Tapes', rank: '3' }, [b]: { category: '' } },
  ],
  [
    'a list of values in JSON',
    JSON.stringify([{ gtin: a, category: ['Roof', 'Wall'], rank: true }]),
    { [a]: { category: 'Roof\nWall', rank: 'true' } },
  ],
  [
    'variants of one product in JSON',
    JSON.stringify([{ category: 'Tapes', rank: 1, variants: [{ gtin: a, rank: 2 }, { gtin: b }] }]),
    { [a]: { category: 'Tapes', rank: '2' }, [b]: { category: 'Tapes', rank: '1' } },
  ],
  [
    'an object as a value',
    JSON.stringify([
      { gtin: a, category: { name: 'Tapes' } },
      { gtin: b, category: [{}] },
    ]),
    {},
  ],
])('columns are read from %s', async (_what, content, expected) => {
  const { columns, gtins } = await read(content, ['category', 'rank'])
  expect(Object.fromEntries(columns ?? [])).toEqual(expected)
  expect(gtins).toContain(a)
})

test('other columns are not kept, and a list without a header has none', async () => {
  expect((await read(`gtin;category\n${a};Tapes`, [])).columns).toBeUndefined()
  expect(await read(`${a}\n${b}`, ['category'])).toMatchObject({ gtins: [a, b] })
  expect((await read(`${a}\n${b}`, ['category'])).columns).toBeUndefined()
})

test('the names of the columns are known', async () => {
  expect((await read(`gtin;category\n${a};Tapes`, ['x'])).names).toEqual(['gtin', 'category'])
  expect((await read(JSON.stringify({ items: [{ gtin: a, category: 1 }] }), ['x'])).names).toEqual([
    'gtin',
    'category',
  ])
})

test('a long value is cut', async () => {
  const { columns } = await read(`gtin;category\n${a};${'x'.repeat(3_000)}`, ['category'])
  expect(columns?.get(a)?.['category']).toHaveLength(2_000)
})

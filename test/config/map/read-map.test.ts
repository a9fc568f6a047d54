import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedSettings } from '../../../config/compared-settings.ts'
import { readConfig } from '../../../config/daemon.ts'
import { readMap, toMap } from '../../../config/map/read-map.ts'
import type { MapRow } from '../../../src/core/mapping/field-map.ts'
import { least } from '../environment.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'map-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function save(content: string, name = 'map.yaml'): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

/** The row of a single field. */
const rowOf = (target: string, field: unknown): MapRow | undefined => {
  const { map, faults } = toMap({ fields: { [target]: field } })
  expect(faults).toEqual([])
  return map?.rows[0]
}

describe('the defaults of a field', () => {
  test.each<[string, unknown, Partial<MapRow>]>([
    ['meta.gtin', { from: 'gtin' }, { as: 'text', owner: 'partner', words: {} }],
    ['meta.price', { from: 'price' }, { as: 'number', owner: 'partner' }],
    ['meta.packaging', { from: 'packaging_unit_quantity' }, { as: 'number' }],
    ['meta.folded', { from: 'folded' }, { as: 'boolean' }],
    ['acf.datasheet', { from: 'datasheet' }, { as: 'media' }],
    ['acf.picture', { from: 'banner' }, { as: 'media' }],
    ['meta.application', { from: 'application' }, { as: 'text' }],
    ['meta.features', { from: 'attributes' }, { as: 'list', owner: 'partner' }],
    ['meta.state', { from: 'availability', words: { available: 'x' } }, { as: 'text' }],
    ['meta.foldable', { from: 'folded', words: { true: 'yes', false: 'no' } }, { as: 'text' }],
    ['menu_order', { from: 'price' }, { as: 'integer', owner: 'partner' }],
    ['title', { from: 'name' }, { as: 'text', owner: 'partner' }],
    ['excerpt', { from: 'application' }, { as: 'text', owner: 'partner' }],
    ['terms.product_cat', { from: 'trade_unit' }, { as: 'list', owner: 'shared' }],
    ['terms.product_cat', { from: 'trade_unit', as: 'text' }, { as: 'text', owner: 'partner' }],
    ['terms.product_cat', { from: 'materials', owner: 'once' }, { as: 'list', owner: 'once' }],
    ['meta.price', { from: 'price', as: 'text', owner: 'once' }, { as: 'text', owner: 'once' }],
  ])('of %s with %o are %o', (target, field, expected) => {
    expect(rowOf(target, field)).toMatchObject({ target, ...expected })
  })
})

describe('a fixed text', () => {
  const text = { kind: 'text', text: 'ACME' } as const
  const texts = { kind: 'texts', texts: { 'de-de': 'Neu', as: 'নতুন' } } as const
  test.each<[unknown, MapRow['source']]>([
    ['ACME', text],
    [{ text: 'ACME' }, text],
    [{ 'de-DE': 'Neu', as: 'নতুন' }, texts],
    [{ text: { de_DE: 'Neu', as: 'নতুন' } }, texts],
    [{ text: { as: 'নতুন' } }, { kind: 'texts', texts: { as: 'নতুন' } }],
    [{ es: 'Nuevo' }, { kind: 'texts', texts: { es: 'Nuevo' } }],
  ])('may be written as %o', (field, source) => {
    expect(rowOf('meta.brand', field)).toEqual({
      target: 'meta.brand',
      source,
      as: 'text',
      owner: 'partner',
      words: {},
    })
  })

  test.each([
    ['number', '4.50'],
    ['integer', '-3'],
    ['boolean', 'true'],
    ['html', '<b>x</b>'],
    ['list', 'ACME'],
  ])('may be a %s', (as, value) => {
    expect(rowOf('meta.brand', { text: value, as })).toMatchObject({ as, source: { text: value } })
  })
})

test('a map may be empty, and may name its post type', () => {
  expect(toMap({ fields: {} })).toEqual({ map: { rows: [] }, faults: [] })
  expect(toMap({ type: 'shop_product', fields: {} }).map).toEqual({ type: 'shop_product', rows: [] })
})

test.each<[string, unknown[]]>([
  ['{name}-{gtin}', [{ field: 'name' }, '-', { field: 'gtin' }]],
  ['{gtin}', [{ field: 'gtin' }]],
  ['p-{item_number}-{language}', ['p-', { field: 'item_number' }, '-', { field: 'language' }]],
])('the slug may be %s', (text, slug) => {
  expect(toMap({ slug: text, fields: {} })).toEqual({ map: { slug, rows: [] }, faults: [] })
})

test.each([
  ['does not identify a product', '{name}-{language}', 'which several pages would have. Add {gtin}, or'],
  ['does not identify the language', '{name}-{item_number}', 'Add {gtin}, or {item_number} and {language}.'],
  ['has no placeholder', 'product', 'slug is "product", which several pages would have.'],
  ['is empty', '', 'slug is "", which several pages would have.'],
  ['has an unknown placeholder', '{nam}-{gtin}', 'slug has the placeholder "{nam}". Did you mean {name}?'],
  ['has another field', '{price}-{gtin}', 'Allowed: {gtin}, {language}, {name}, {item_number}.'],
  ['has a placeholder twice', '{gtin}-{gtin}', 'slug has {gtin} twice. Remove one of them.'],
  ['has upper case', 'Product-{gtin}', 'slug has the text "Product-". Only a to z, 0 to 9 and hyphens'],
  ['has a blank', '{name} {gtin}', 'slug has the text " ". Only a to z, 0 to 9 and hyphens'],
  ['has a folder', '{language}/{gtin}', 'slug has the text "/". Only a to z, 0 to 9 and hyphens'],
  ['has an open brace', '{name-{gtin}', 'slug has the text "{name-". A placeholder has a brace at both ends'],
  ['is too long', `${'a'.repeat(101)}-{gtin}`, 'slug has more than 100 characters without its placeholders.'],
  [
    'has placeholders side by side',
    '{item_number}{language}',
    'slug has no hyphen between "{item_number}" and',
  ],
  ['has text at a placeholder', 'p{gtin}', 'slug has no hyphen between "p" and "{gtin}". Add one.'],
])('a slug that %s is refused', (_what, slug, message) => {
  const { map, faults } = toMap({ slug, fields: {} })
  expect(map).toBeUndefined()
  expect(faults).toEqual([expect.stringContaining(message)])
})

test('errors of the slug are listed with those of the file', () => {
  expect(toMap({ slug: '{nam}-{gtin}', filds: {}, fields: {} }).faults).toHaveLength(2)
})

test('a map may name the fields that a public page needs', () => {
  expect(toMap({ publish_if: ['image', 'price', 'catalog. rank'], fields: {} })).toEqual({
    map: { rows: [], publishIf: ['image', 'price', 'catalog.rank'] },
    faults: [],
  })
})

test('the SEO fields of posts can be mapped', () => {
  expect(rowOf('meta._seo_title', { from: 'name' })).toMatchObject({ target: 'meta._seo_title' })
})

test.each<[string, unknown, string]>([
  ['an unknown key', { filds: {}, fields: {} }, 'filds is not a known key. Did you mean fields?'],
  ['a slug that is a number', { slug: 5, fields: {} }, 'slug is 5. Allowed: a text, in quotes.'],
  ['no fields', {}, 'fields must contain fields by name, such as meta.gtin.'],
  ['an empty file', null, 'fields must contain fields by name, such as meta.gtin.'],
  ['a list of fields', { fields: ['title'] }, 'fields must contain fields by name, such as meta.gtin.'],
  ['a list', [], 'the file is a list. Allowed: type, slug, fields, publish_if.'],
  ['a text', 'map', 'the file is "map". Allowed: type, slug, fields, publish_if.'],
  ['a type that is a number', { type: 5, fields: {} }, 'type is 5. Allowed: a text, in quotes.'],
  [
    'a type with a slash',
    { type: 'wp/v2/product', fields: {} },
    'type must be the name of a post type in REST paths (rest_base), such as product.',
  ],
])('%s is refused as a file', (_what, file, message) => {
  expect(toMap(file)).toEqual({ faults: [message] })
})

test('at most 50 fields are allowed', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`meta.key${index}`, 'x']))
  expect(toMap({ fields: fields(50) }).faults).toEqual([])
  expect(toMap({ fields: fields(51) }).faults).toEqual(['fields has 51 fields. Allowed: at most 50.'])
})

test('all mistakes of a map are listed at once', () => {
  expect(
    toMap({
      slug: 'x',
      fields: { 'mata.x': { from: 'prise', as: 'txt' }, title: { from: 'name', owner: 'once', as: 'html' } },
    }).faults,
  ).toEqual([
    'slug is "x", which several pages would have. Add {gtin}, or {item_number} and {language}.',
    expect.stringContaining('fields.mata.x is not'),
    expect.stringContaining('fields.mata.x.from'),
    expect.stringContaining('fields.mata.x.as'),
    expect.stringContaining('fields.title cannot be html'),
    expect.stringContaining('fields.title has the owner once'),
  ])
})

test('names that objects inherit are fields like any other', () => {
  expect(
    toMap({ fields: JSON.parse('{ "__proto__": { "from": "name" }, "constructor": "x" }') }).faults,
  ).toEqual([
    expect.stringMatching(/^fields\.__proto__ is not a field/),
    expect.stringMatching(/^fields\.constructor is not a field/),
  ])
})

/** Lists, each with the one before nine times. */
const lists = Array.from(
  { length: 9 },
  (_, index) => `k${index}: &l${index + 1} [${`*l${index}, `.repeat(9)}]`,
)

describe('a file', () => {
  test('is read as YAML or JSON', async () => {
    const yaml = await save('# ours\ntype: pages\nfields:\n  meta.gtin: { from: gtin }\n')
    const json = await save('{ "type": "pages", "fields": { "meta.gtin": { "from": "gtin" } } }', 'map.json')
    const { map } = readMap(yaml)
    expect(map).toEqual({ type: 'pages', rows: [expect.objectContaining({ target: 'meta.gtin' })] })
    expect(readMap(json)).toEqual({ map, faults: [] })
  })

  test.each<[string, string, RegExp]>([
    ['of another form', 'fields: [', / at line 1, column \d+\.$/],
    [
      'with a key twice',
      'fields:\n  title: a\n  title: b\n',
      /^Map keys must be unique at line 3, column 3\.$/,
    ],
    [
      'in JSON with a key twice',
      '{ "fields": { "title": "a", "title": "b" } }',
      /^Map keys must be unique at line 1, /,
    ],
    ['with two documents', 'fields: {}\n---\nfields: {}\n', /multiple documents/],
    [
      'with an unknown tag',
      'fields: { title: !env TITLE }\n',
      /^Unresolved tag: !env at line 1, column \d+\.$/,
    ],
    ['with an unknown alias', 'fields: { title: *name }\n', /^cannot be read: Unresolved alias/],
    ['that contains itself', 'fields: { title: &a [*a] }\n', /^fields\.title is a list|Alias/],
    [
      'with endless aliases',
      `fields: { title: &l0 [x], ${lists.join(', ')} }\n`,
      /^cannot be read: Excessive alias count/,
    ],
    ['that is nested too deep', `fields: ${'['.repeat(20_000)}`, /call stack/],
  ])('%s is refused with its place', async (_what, content, fault) => {
    const file = await save(content)
    const { map, faults } = readMap(file)
    expect(map).toBeUndefined()
    expect(faults[0]?.replace(`MAP: ${file}: `, '')).toMatch(fault)
    expect(faults.filter((line) => line.includes('\n'))).toEqual([])
  })

  test('that is missing, or a folder, is refused', () => {
    const missing = join(folder, 'missing.yaml')
    expect(readMap(missing).faults).toEqual([
      expect.stringMatching(/^MAP: .*missing\.yaml: cannot be read: ENOENT/),
    ])
    expect(readMap(folder).faults).toEqual([expect.stringMatching(/cannot be read: EISDIR/)])
  })
})

describe('the configuration', () => {
  test('has the map, frozen', async () => {
    const MAP = await save('fields:\n  meta.gtin: { from: gtin }\n')
    const { map } = readConfig({ ...least, MAP })
    expect(map?.rows).toHaveLength(1)
    expect(Object.isFrozen(map?.rows[0]?.words)).toBe(true)
    expect(readConfig(least).map).toBeUndefined()
  })

  test('lists the errors of the map with those of variables', async () => {
    const MAP = await save('fields:\n  titel: { from: prise }\n')
    expect(() => readConfig({ ...least, MAP, OPS_PORT: 'many' })).toThrow(
      /has 3 errors:\n {2}- OPS_PORT is "many".*\n {2}- MAP: .*map\.yaml: fields\.titel is not .*\n {2}- MAP: .*fields\.titel\.from is "prise"/,
    )
  })

  test('differs from that of a process with another map', async () => {
    const [one, other] = [
      await save('fields: { title: a }', 'a.yaml'),
      await save('fields: { title: b }', 'b.yaml'),
    ]
    const settingOf = (MAP: string) => comparedSettings(readConfig({ ...least, MAP })).policy['MAP']
    expect(settingOf(one)).toBe(settingOf(one))
    expect(settingOf(one)).not.toBe(settingOf(other))
  })

  test('refuses the content of a map as its name', async () => {
    const MAP_FILE = await save('fields: {}\n')
    expect(() => readConfig({ ...least, MAP_FILE })).toThrow(/MAP_FILE is set, but MAP itself is the name/)
  })

  test('refuses conditions for publishing if all pages stay drafts', async () => {
    const MAP = await save('publish_if: [ price ]\nfields: {}\n')
    expect(() => readConfig({ ...least, MAP, PAGE_STATUS: 'draft' })).toThrow(
      /publish_if has no effect with PAGE_STATUS=draft, because all pages stay drafts\. Unset PAGE_STATUS, or remove publish_if\./,
    )
    expect(readConfig({ ...least, MAP, PAGE_STATUS: 'pending' }).map?.publishIf).toEqual(['price'])
  })

  test('takes the post type from the map, and refuses another one in CMS_TYPE', async () => {
    const MAP = await save('type: product\nfields: {}\n')
    expect(readConfig({ ...least, MAP }).policy.cmsType).toBe('product')
    expect(readConfig({ ...least, MAP, CMS_TYPE: '' }).policy.cmsType).toBe('product')
    expect(readConfig({ ...least, CMS_TYPE: 'posts' }).policy.cmsType).toBe('posts')
    expect(() => readConfig({ ...least, MAP, CMS_TYPE: 'pages' })).toThrow(
      /type is product, and CMS_TYPE is pages\. Unset CMS_TYPE\./,
    )
  })
})

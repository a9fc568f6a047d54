import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { MapFile } from '../../../config/map/map-schema.ts'
import { toMap } from '../../../config/map/read-map.ts'
import {
  type FieldMap,
  type MapRow,
  type MappedAs,
  type TargetField,
  fileFields,
  listFields,
  sourceFields,
} from '../../../src/core/mapping/field-map.ts'
import { isTarget } from '../../../src/core/mapping/target.ts'
import { htmlFields } from '../../../src/contracts/partner.ts'
import { mapSchema } from '../../../tools/docs/map-schema.ts'

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((one) => one.toWellFormed())
const language = fc.constantFrom('de', 'de-de', 'en-gb', 'as', 'es', 'zh-hant-tw', 'bg', 'txt')
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((one) => one.toFixed(2))
const integer = fc.integer().map(String)
const boolean = fc.constantFrom('true', 'false')

const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,10}$/)
const target: fc.Arbitrary<TargetField> = fc
  .oneof(
    fc.constantFrom('title', 'excerpt', 'menu_order'),
    fc.oneof(name, text).map((key) => `meta.${key}`),
    name.map((field) => `acf.${field}`),
    name.map((taxonomy) => `terms.${taxonomy}`),
  )
  .filter(isTarget)

function formsOf(one: TargetField): readonly MappedAs[] {
  if (one === 'title') return ['text']
  if (one === 'excerpt') return ['text', 'html']
  if (one === 'menu_order') return ['integer']
  if (one.startsWith('terms.')) return ['text', 'list']
  return ['text', 'html', 'number', 'integer', 'boolean', 'media', 'list']
}

function fieldsOf(as: MappedAs): readonly (typeof sourceFields)[number][] {
  const isOf = (some: readonly string[], field: string): boolean => some.includes(field)
  if (as === 'media') return fileFields
  if (as === 'boolean') return ['folded']
  if (as === 'list') return sourceFields
  const single = sourceFields.filter((field) => !isOf(listFields, field))
  return as === 'number' || as === 'integer'
    ? single.filter((field) => !isOf([...htmlFields, ...fileFields], field))
    : single
}

const textsOf: Readonly<Record<MappedAs, fc.Arbitrary<string> | undefined>> = {
  text,
  html: text,
  list: text,
  number,
  integer,
  boolean,
  media: undefined,
}

function sourceOf(as: MappedAs): fc.Arbitrary<MapRow['source']> {
  const field = fc.constantFrom(...fieldsOf(as)).map((one) => ({ kind: 'field' as const, field: one }))
  const fixed = textsOf[as]
  if (fixed === undefined) return field
  return fc.oneof(
    field,
    fc
      .constantFrom('category', 'Product group', 'a.b')
      .map((one) => ({ kind: 'column' as const, column: one })),
    fixed.map((one) => ({ kind: 'text' as const, text: one })),
    fc
      .dictionary(language, fixed, { minKeys: 1, maxKeys: 4 })
      .map((texts) => ({ kind: 'texts' as const, texts: { ...texts } })),
  )
}

function wordsOf({ source, as }: Pick<MapRow, 'source' | 'as'>): fc.Arbitrary<MapRow['words']> {
  const isFixed = source.kind === 'text' || source.kind === 'texts'
  if (isFixed || (as !== 'text' && as !== 'list')) return fc.constant({})
  const value =
    source.kind === 'field' && source.field === 'availability'
      ? fc.constantFrom('available', 'limited')
      : source.kind === 'field' && source.field === 'folded'
        ? boolean
        : text
  return fc
    .dictionary(value, fc.oneof(text, fc.constant('')), { maxKeys: 3 })
    .map((words) => ({ ...words }))
    .filter((words) => !Object.keys(words).includes('__proto__'))
}

const row: fc.Arbitrary<MapRow> = target.chain((one) =>
  fc.constantFrom(...formsOf(one)).chain((as) =>
    sourceOf(as).chain((source) =>
      fc.record({
        target: fc.constant(one),
        source: fc.constant(source),
        as: fc.constant(as),
        owner: fc.constantFrom(
          ...(['partner'] as const),
          ...(as === 'list' ? (['shared'] as const) : []),
          ...(one === 'title' || one === 'excerpt' ? [] : (['once'] as const)),
        ),
        words: wordsOf({ source, as }),
      }),
    ),
  ),
)

const map: fc.Arbitrary<FieldMap> = fc.record(
  {
    type: fc.constantFrom('pages', 'product', 'shop_product'),
    rows: fc.uniqueArray(row, { maxLength: 12, selector: (one) => one.target }),
    publishIf: fc.uniqueArray(fc.constantFrom(...sourceFields, 'catalog.category', 'catalog.a b'), {
      minLength: 1,
      maxLength: 4,
    }),
  },
  { requiredKeys: ['rows'] },
)

function valueIn(source: MapRow['source']): object {
  switch (source.kind) {
    case 'field':
      return { from: source.field }
    case 'column':
      return { from: `catalog.${source.column}` }
    case 'text':
      return { text: source.text }
    case 'texts':
      return { text: source.texts }
  }
}

/** A map as a file, with all its settings. */
function toFile({ rows, publishIf, ...head }: FieldMap): object {
  const fields = rows.map(({ target: key, source, ...settings }) => {
    return [key, { ...valueIn(source), ...settings }]
  })
  return {
    ...head,
    fields: Object.fromEntries(fields) as object,
    ...(publishIf && { publish_if: publishIf }),
  }
}

/** The order of an object's keys is not that of the map if some look like numbers. */
const sorted = ({ rows, ...head }: FieldMap) => ({
  ...head,
  rows: rows.toSorted((one, other) => (one.target < other.target ? -1 : 1)),
})

test('every valid map is the same after it was written as YAML or JSON and read again', () => {
  fc.assert(
    fc.property(map, (one) => {
      const file = toFile(one)
      for (const read of [JSON.parse(JSON.stringify(file)) as unknown, parse(stringify(file)) as unknown]) {
        const { map: again, faults } = toMap(read)
        expect(faults).toEqual([])
        expect(again && sorted(again)).toEqual(sorted(one))
      }
    }),
  )
})

const published = z.fromJSONSchema(JSON.parse(mapSchema()))

test('the published schema accepts every valid map', () => {
  fc.assert(
    fc.property(map, (one) => {
      const file = toFile(one)
      for (const schema of [MapFile, published])
        expect(schema.safeParse(file).error?.issues ?? []).toEqual([])
    }),
  )
})

test.each([
  { 'meta.x': { from: 'prise' } },
  { 'mata.x': { from: 'price' } },
  { 'meta.x': { from: 'price', as: 'nmber' } },
  { 'meta.x': { from: 'price', when: 'x' } },
  { 'meta.x': { from: 'availability', words: { available: true } } },
  { 'meta.x': 5 },
])('the published schema rejects %o', (fields) => {
  for (const schema of [MapFile, published]) expect(schema.safeParse({ fields }).success).toBe(false)
})

import { type MapRow, type MappedAs, mappedAs } from './field-map.ts'
import type { ValueSchema } from './site-schema.ts'
import { placeOf } from '../record/mapped.ts'

/** The JSON types that take a value of each form. */
const typesOf: Readonly<Record<MappedAs, readonly string[]>> = {
  text: ['string'],
  html: ['string'],
  number: ['number'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  media: ['integer'],
  list: ['array'],
}

/** Why the CMS would reject the values of a row. */
export function formFaults(row: MapRow, schema: ValueSchema): string[] {
  const { group } = placeOf(row.target)
  // The excerpt is an object with a text, and terms are sent as their ids.
  if (row.target === 'excerpt' || group === 'terms') return []
  if (!takes(schema, row.as)) {
    const fitting = mappedAs.filter((as) => takes(schema, as))
    const remedy = fitting.length === 0 ? 'no form of a map fits it' : `set as: ${fitting.join(' or ')}`
    return [`it is ${row.as}, and the CMS stores ${schema.types.join(' or ')}; ${remedy}`]
  }
  const { items } = schema
  if (row.as === 'list' && items !== undefined && !accepts(items.types, ['string']))
    return [`its entries are text, and the CMS stores a list of ${items.types.join(' or ')}`]
  return valueFaults(row, schema)
}

function takes({ types }: ValueSchema, as: MappedAs): boolean {
  return accepts(types, typesOf[as])
}

function accepts(types: readonly string[], some: readonly string[]): boolean {
  return types.length === 0 || some.some((type) => types.includes(type))
}

/** Fixed values and words that are not among those that the CMS allows. */
function valueFaults({ source, words }: MapRow, { values, items }: ValueSchema): string[] {
  // A select field of ACF lists its choices for the entries only, even if it takes a single one.
  const allowed = values ?? items?.values
  if (allowed === undefined) return []
  const fixed =
    source.kind === 'text' ? [source.text] : source.kind === 'texts' ? Object.values(source.texts) : []
  const wrong = [...fixed, ...Object.values(words)].filter((text) => text !== '' && !allowed.includes(text))
  return wrong.length === 0
    ? []
    : [`the CMS does not allow ${[...new Set(wrong)].join(', ')}; allowed: ${allowed.join(', ')}`]
}

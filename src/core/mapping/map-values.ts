import { htmlFields } from '../../contracts/partner.ts'
import { htmlBlocks, plainBlocks } from '../html/text-blocks.ts'
import { withoutDelimiters } from '../markup/block-tokens.ts'
import { plainLines } from '../markup/readable.ts'
import {
  mappedText,
  isMappedField,
  placeOf,
  type MappedField,
  type MappedValue,
  type MappedValues,
} from '../record/mapped.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import { escapeTitle } from '../text/escape.ts'
import type { FieldMap, MapRow, MapSource } from './field-map.ts'
import { columnPrefix } from './publish-if.ts'

/** The id of a term, by its taxonomy and its name or path (`Tapes > Roof`); undefined if it is not known. */
export type TermOf = (taxonomy: string, path: string) => number | undefined

/** Files of the CMS by their URL at the partner, and its terms. */
export type Library = { mediaOf: (url: string) => Pick<Media, 'id'> | undefined; termOf: TermOf }

/** The values of a product in the fields of a map. */
export type Mapped = { title?: string; excerpt?: string; values: MappedValues }

type SourceValue = Exclude<Product[keyof Product], undefined>

/**
 * Evaluates a map. A field is omitted while its value is not known: its file or one of its terms is not in the CMS yet.
 */
export function mapValues({ rows }: FieldMap, product: Product, library: Library): Mapped {
  const mapped: Mapped = { values: {} }
  for (const row of rows) {
    const { target } = row
    const value = valueOf(row, product, library)
    if (value === undefined) continue
    if (isMappedField(target)) Object.assign(mapped.values, { [target]: value })
    else if (target === 'excerpt' || value !== null) mapped[target] = escapeTitle(mappedText(value))
  }
  return mapped
}

/** The fields of the CMS that a map fills. */
export function mappedTargets({ rows }: FieldMap): MappedField[] {
  return rows.map(({ target }) => target).filter(isMappedField)
}

/** Separates the fields that every update maintains from those that are written once. */
export function splitByOwner({ rows }: FieldMap): { merged: FieldMap; once: FieldMap } {
  return {
    merged: { rows: rows.filter(({ owner }) => owner !== 'once') },
    once: { rows: rows.filter(({ owner }) => owner === 'once') },
  }
}

/** The columns of the catalogue that a map names, in alphabetical order. */
export function columnsOf({ rows, publishIf = [] }: FieldMap): string[] {
  const names = rows.flatMap(({ source }) => (source.kind === 'column' ? [source.column] : []))
  const required = publishIf.filter((name) => name.startsWith(columnPrefix))
  return [...new Set([...names, ...required.map((name) => name.slice(columnPrefix.length))])].sort()
}

/** The columns of the catalogue that a map reads as numbers. */
export function numberColumnsOf({ rows }: FieldMap): string[] {
  return rows.flatMap(({ as, source }) =>
    source.kind === 'column' && (as === 'number' || as === 'integer') ? [source.column] : [],
  )
}

/** The fields of the partner whose files a map shows. */
export function filesOf({ rows }: FieldMap): string[] {
  return rows.flatMap(({ as, source }) => (as === 'media' && source.kind === 'field' ? [source.field] : []))
}

/** A term by its name, or by the path of its parents: `Tapes > Roof`. */
export type Term = { taxonomy: string; path: string }

/** The terms of a product's page. */
export function termsOf({ rows }: FieldMap, product: Product): Term[] {
  return rows.flatMap((row) => {
    const { group, name: taxonomy } = placeOf(row.target)
    return group === 'terms' ? entriesIn(row, product).map((path) => ({ taxonomy, path })) : []
  })
}

function valueOf(row: MapRow, product: Product, { mediaOf, termOf }: Library): MappedValue | undefined {
  const { group, name } = placeOf(row.target)
  if (group === 'terms' || row.as === 'list') {
    const texts = entriesIn(row, product)
    const entries = group === 'terms' ? texts.flatMap((path) => termOf(name, path) ?? []) : texts
    if (entries.length < texts.length) return undefined
    return row.owner === 'shared' ? { shared: entries } : entries
  }
  const value = sourceValue(row.source, product)
  if (value === null || value === '') return null
  // Attributes and materials.
  const text = typeof value === 'object' ? textsOf(row.source, value).join('\n') : String(value)
  return row.as === 'media' ? mediaOf(text)?.id : scalarOf(row, text)
}

const negative: ReadonlySet<string> = new Set(['false', '0', 'no'])

function scalarOf({ as, source, words }: MapRow, text: string): MappedValue {
  if (as === 'number' || as === 'integer') return numberOf({ as }, text)
  if (as === 'boolean') return !negative.has(text.toLowerCase())
  return as === 'html' ? htmlOf(source, text) : wordOf(textsOf(source, text).join('\n'), words)
}

/** A text as the number of a row, or null if it is none. */
export function numberOf({ as }: Pick<MapRow, 'as'>, text: string): number | null {
  const number = numberIn(text)
  return as === 'number' || Number.isInteger(number) ? number : null
}

/** The number at the start of a text, which may be followed by a unit: `25 mm`. */
function numberIn(text: string): number | null {
  const [digits] = /^-?\d+(?:\.\d+)?(?![\d.,])/.exec(text.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

function htmlOf(source: MapSource, value: string): string {
  const blocks = isHtml(source) ? htmlBlocks(value) : plainBlocks(value)
  return withoutDelimiters(blocks).trim()
}

/** The entries of a list: one per line, per part of a column between bars, or per attribute or material. */
export function entriesIn({ source, words }: MapRow, product: Product): string[] {
  const texts = textsOf(source, sourceValue(source, product))
  // A cell of a table is usually one line.
  const parts = source.kind === 'column' ? texts.flatMap((text) => text.split('|')) : texts
  const entries = parts.map((text) => wordOf(text.trim(), words))
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

function wordOf(text: string, words: MapRow['words']): string {
  return Object.hasOwn(words, text) ? String(words[text]) : text
}

/** The value of a source for a product. */
export function sourceValue(source: MapSource, product: Product): SourceValue {
  switch (source.kind) {
    case 'field':
      return product[source.field]
    case 'column':
      return product.catalog?.find(({ name }) => name === source.column)?.value ?? ''
    case 'text':
      return source.text
    case 'texts': {
      const [primary = ''] = product.language.split('-')
      return source.texts[product.language] ?? source.texts[primary] ?? ''
    }
  }
}

/** A value as lines of plain text. */
function textsOf(source: MapSource, value: SourceValue): string[] {
  if (value === null) return []
  if (typeof value === 'object')
    return value.map(({ name, value: text }) => (text === '' ? name : `${name}: ${text}`))
  return isHtml(source) ? plainLines(String(value)) : String(value).split('\n')
}

function isHtml(source: MapSource): boolean {
  return source.kind === 'field' && htmlFields.some((field) => field === source.field)
}

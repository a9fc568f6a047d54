import { htmlFields } from '../../contracts/partner.ts'
import { htmlBlocks, plainBlocks } from '../html/text-blocks.ts'
import { withoutDelimiters } from '../markup/block-tokens.ts'
import { plainLines } from '../markup/readable.ts'
import {
  mappedText,
  isMappedField,
  type MappedField,
  type MappedValue,
  type MappedValues,
} from '../record/mapped.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import { escapeTitle } from '../text/escape.ts'
import type { FieldMap, MapRow, MapSource } from './field-map.ts'

/** The id of a term, by its taxonomy and its name or path (`Tapes > Roof`); undefined if it is not known. */
export type TermOf = (taxonomy: string, path: string) => number | undefined

/** Files of the CMS by their URL at the partner, and its terms. */
export type Library = { mediaOf: (url: string) => Pick<Media, 'id'> | undefined; termOf: TermOf }

/** The values of a product in the fields of a map. `merged`: those that every update maintains. */
export type Mapped = { title?: string; excerpt?: string; merged: MappedValues; once: MappedValues }

type SourceValue = Product[keyof Product]

/**
 * Evaluates a map. A field is omitted while its value is not known: its file or one of its terms is not in the CMS yet.
 */
export function mapValues({ rows }: FieldMap, product: Product, library: Library): Mapped {
  const mapped: Mapped = { merged: {}, once: {} }
  for (const row of rows) {
    const { target, owner } = row
    const value = valueOf(row, product, library)
    if (value === undefined) continue
    if (isMappedField(target))
      Object.assign(owner === 'once' ? mapped.once : mapped.merged, { [target]: value })
    else if (target === 'excerpt' || value !== null) mapped[target] = escapeTitle(mappedText(value))
  }
  return mapped
}

/** The fields of the CMS that a map fills. */
export function mappedTargets({ rows }: FieldMap): MappedField[] {
  return rows.map(({ target }) => target).filter(isMappedField)
}

/** The fields of a map that every update maintains. */
export function mergedFields({ rows }: FieldMap): MappedField[] {
  return rows.flatMap(({ target, owner }) => (isMappedField(target) && owner !== 'once' ? [target] : []))
}

/** A term by its name, or by the path of its parents: `Tapes > Roof`. */
export type Term = { taxonomy: string; path: string }

/** The terms of a product's page. */
export function termsOf({ rows }: FieldMap, product: Product): Term[] {
  return rows.flatMap((row) => {
    const taxonomy = taxonomyOf(row)
    return taxonomy === undefined ? [] : entriesIn(row, product).map((path) => ({ taxonomy, path }))
  })
}

function taxonomyOf({ target }: MapRow): string | undefined {
  return target.startsWith('terms.') ? target.slice('terms.'.length) : undefined
}

function valueOf(row: MapRow, product: Product, { mediaOf, termOf }: Library): MappedValue | undefined {
  const taxonomy = taxonomyOf(row)
  const entries = (): (string | number)[] | undefined => {
    const texts = entriesIn(row, product)
    if (taxonomy === undefined) return texts
    const ids = texts.flatMap((path) => termOf(taxonomy, path) ?? [])
    return ids.length === texts.length ? ids : undefined
  }
  if (taxonomy !== undefined || row.as === 'list') {
    const list = entries()
    return list && row.owner === 'shared' ? { shared: list } : list
  }
  const value = sourceValue(row.source, product)
  if (value === null || value === '') return null
  // Attributes and materials.
  const text = typeof value === 'object' ? textsOf(row.source, value).join('\n') : String(value)
  return row.as === 'media' ? mediaOf(text)?.id : scalarOf(row, text)
}

const negative: ReadonlySet<string> = new Set(['false', '0', 'no'])

function scalarOf({ as, source, words }: MapRow, text: string): MappedValue {
  if (as === 'number') return numberIn(text)
  if (as === 'integer') {
    const number = numberIn(text)
    return Number.isInteger(number) ? number : null
  }
  if (as === 'boolean') return !negative.has(text.toLowerCase())
  return as === 'html' ? htmlOf(source, text) : wordOf(textsOf(source, text).join('\n'), words)
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

/** The entries of a list: one per line, or per attribute or material. */
function entriesIn({ source, words }: MapRow, product: Product): string[] {
  const entries = textsOf(source, sourceValue(source, product)).map((text) => wordOf(text.trim(), words))
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

function wordOf(text: string, words: MapRow['words']): string {
  return Object.hasOwn(words, text) ? String(words[text]) : text
}

function sourceValue(source: MapSource, product: Product): SourceValue {
  switch (source.kind) {
    case 'field':
      return product[source.field]
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

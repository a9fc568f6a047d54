import { htmlFields } from '../../contracts/partner.ts'
import { changedFields } from '../../core/diff.ts'
import type { Product } from '../../core/product.ts'
import { readableLines } from '../../core/readable.ts'

/** A field by its name among people, and what it says as plain text, a line each item; "" when it says nothing. */
export type NamedValue = { field: string; text: string }

/** A field of which the text changed. */
export type NamedChange = { field: string; before: string; after: string }

const markup: ReadonlySet<string> = new Set(htmlFields)

/** What a product says, field by field, without those that say nothing. */
export function valuesOf(product: Product): NamedValue[] {
  return (Object.keys(product) as (keyof Product)[])
    .filter((field) => field !== 'gtin' && field !== 'language')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((field) => ({ field: nameOf(field), text: textOf(product, field) }))
    .filter(({ text }) => text !== '')
}

/** The fields in which two versions of a product differ. */
export function changesOf(before: Product, after: Product): NamedChange[] {
  return changedFields(before, after).map((name) => {
    const field = name as keyof Product
    return { field: nameOf(name), before: textOf(before, field), after: textOf(after, field) }
  })
}

/** `item_number` → `item number`. */
export function nameOf(field: string): string {
  return field.replaceAll('_', ' ')
}

/** What people know a product by comes first. */
const first = ['name', 'item_number', 'availability', 'price', 'intro', 'application', 'advantages']

function rankOf(field: string): number {
  const rank = first.indexOf(field)
  return rank < 0 ? first.length : rank
}

function textOf(product: Product, field: keyof Product): string {
  const value = product[field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return markup.has(field) ? readableLines(value).join('\n') : value
  return value.map(lineOf).join('\n')
}

function lineOf(item: { name: string; norm?: string; value: string }): string {
  const norm = item.norm ? ` (${item.norm})` : ''
  return `${item.name}${norm}: ${item.value}`
}

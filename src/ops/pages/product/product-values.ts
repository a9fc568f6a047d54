import type { Product } from '../../../core/record/product.ts'
import { diffProducts, valueText, type ValueDiff } from '../../../core/plan/product-diff.ts'

/** A field's readable name, and its value as plain text, one line per item. */
export type NamedValue = { field: string; text: string }

/** The fields of a product that are not empty. */
export function valuesOf(product: Product): NamedValue[] {
  return (Object.keys(product) as (keyof Product)[])
    .filter((field) => field !== 'gtin' && field !== 'language')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((field) => ({ field: nameOf(field), text: valueText(field, product[field]) }))
    .filter(({ text }) => text !== '')
}

/** The fields in which two versions of a product differ, with readable names. */
export function changesOf(before: Product, after: Product): ValueDiff[] {
  return diffProducts(before, after).map((diff) => ({ ...diff, field: nameOf(diff.field) }))
}

/** The name of a column stays as the catalogue has it. */
export function nameOf(field: string): string {
  return field.startsWith('catalog.') ? field : field.replaceAll('_', ' ')
}

/** The most important fields, in their order. */
const first = ['name', 'item_number', 'availability', 'price', 'intro', 'application', 'advantages']

function rankOf(field: string): number {
  const rank = first.indexOf(field)
  return rank < 0 ? first.length : rank
}

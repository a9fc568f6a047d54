import type { CatalogColumns } from '../record/catalog.ts'
import type { Product } from '../record/product.ts'
import type { MapRow } from './field-map.ts'
import { entriesIn } from './map-values.ts'

/**
 * By what listings group products: a column of the catalogue, in which `{language}` is replaced by the language of the page,
 * or the terms of a row of the map.
 */
export type ListingGroup = { kind: 'column'; column: string } | { kind: 'terms'; row: MapRow }

const placeholder = '{language}'

/** The columns of the catalogue that group listings in these languages, the most specific of each language first. */
export function groupColumns(group: ListingGroup | undefined, languages: readonly string[]): string[] {
  if (group?.kind !== 'column') return []
  const { column } = group
  if (!column.includes(placeholder)) return [column]
  const codes = languages.flatMap((language) => {
    const parts = language.split('-')
    return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
  })
  return [...new Set(codes)].map((code) => column.replaceAll(placeholder, code))
}

/** The group of a product in the language of its page: the first of several, or "" without one. */
export function groupOf(group: ListingGroup, product: Product, cells: CatalogColumns | undefined): string {
  if (group.kind === 'terms') return entriesIn(group.row, product)[0] ?? ''
  const values = groupColumns(group, [product.language]).map((column) => cells?.[column] ?? '')
  const cell = values.find((value) => value !== '') ?? ''
  return String(/^[^\n|]*/.exec(cell)).trim()
}

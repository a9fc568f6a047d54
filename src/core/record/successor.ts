import type { Catalog, CatalogColumns } from './catalog.ts'
import { readGtin } from './gtin-forms.ts'

/** The column of the catalogue with the GTIN of the product that replaces a product. */
export const successorColumn = 'successor'

/** Unusable cells of the column: their number, and the first one with its error. */
export type UnusableSuccessors = { count: number; example: string }

/** The GTIN of the product that replaces a product, or why its cell is unusable; undefined for an empty cell. */
export function readSuccessor(
  gtin: string,
  columns: CatalogColumns | undefined,
): { gtin: string } | { fault: string } | undefined {
  const text = columns?.[successorColumn] ?? ''
  if (text === '') return undefined
  const read = readGtin(text)
  if (!read.ok) return { fault: `${JSON.stringify(text)} ${read.reason}` }
  return read.gtin === gtin ? { fault: `${JSON.stringify(text)} is the product itself` } : { gtin: read.gtin }
}

/** Counts the unusable successors in a catalogue; undefined if there are none. */
export function findUnusableSuccessors({
  columns,
}: Pick<Catalog, 'columns'>): UnusableSuccessors | undefined {
  const faults = [...(columns ?? [])].flatMap(([gtin, cells]) => {
    const read = readSuccessor(gtin, cells)
    return read && 'fault' in read ? [`${gtin}: ${read.fault}`] : []
  })
  const [example] = faults
  return example === undefined ? undefined : { count: faults.length, example }
}

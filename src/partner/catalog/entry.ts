import type { CatalogColumns, CatalogEntry } from '../../core/record/catalog.ts'

const totals =
  /^(?:grand\s|general\s)?(?:total|totale|totaal|totals|summe|gesamt|gesamtsumme|insgesamt|somme|suma|razem|anzahl|count)\b\s*[:=]?\s*[\d.,' ]*$/i
const rowCount = /^\(\d+ (?:rows?|zeilen?)(?: affected)?\)$/i
const fewestDigits = 8

type Rest = {
  /** All cells of the row. */
  cells?: readonly string[]
  columns?: CatalogColumns | undefined
}

/** The entry that the GTIN cell of a row contains. */
export function toEntry(place: string, text: string, { cells = [], columns }: Rest = {}): CatalogEntry {
  if (text.trim() === '') return { place, empty: 'noGtin' }
  const digits = text.replace(/\D/g, '').length
  const isTotal = (cell: string): boolean => totals.test(cell.trim()) || rowCount.test(cell.trim())
  const isNumber = !/\p{L}/u.test(text)
  if (digits < fewestDigits && (isTotal(text) || (isNumber && cells.some(isTotal))))
    return { place, empty: 'total' }
  return { place, text, columns }
}

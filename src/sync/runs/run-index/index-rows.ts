import { distinct, rankIn } from '../../../core/text/gtin-numbers.ts'
import type { RunIndex } from '../../../core/views/run-index.ts'

/** GTIN, and the positions of language, kind, group and fields. */
type Row = readonly [gtin: number, language: number, what: number, group: number, fields: number]
type Columns = Pick<RunIndex, 'gtins' | 'languageAt' | 'whatAt' | 'groupAt' | 'fieldsAt'>

const firstRoom = 1_024

/** Rows in typed arrays, which grow. */
export function createRows() {
  let columns = emptyColumns(firstRoom)
  let count = 0
  return {
    count: () => count,
    add([gtin, language, what, group, fields]: Row): void {
      if (count === columns.gtins.length) columns = withRoom(columns, 2 * count)
      columns.gtins[count] = gtin
      columns.languageAt[count] = language
      columns.whatAt[count] = what
      columns.groupAt[count] = group
      columns.fieldsAt[count] = fields
      count++
    },
    /**
     * The last row of each record: products by their first kind and their number, their records by kind and language.
     * `ranks` are the new positions of the languages.
     */
    sorted: (ranks: readonly number[]): Columns & { count: number } => sortRows(columns, count, ranks),
  }
}

function emptyColumns(room: number): Columns {
  return {
    gtins: new Float64Array(room),
    languageAt: new Uint16Array(room),
    whatAt: new Uint8Array(room),
    groupAt: new Uint32Array(room),
    fieldsAt: new Uint32Array(room),
  }
}

function withRoom(old: Columns, room: number): Columns {
  const columns = emptyColumns(room)
  columns.gtins.set(old.gtins)
  columns.languageAt.set(old.languageAt)
  columns.whatAt.set(old.whatAt)
  columns.groupAt.set(old.groupAt)
  columns.fieldsAt.set(old.fieldsAt)
  return columns
}

/**
 * Sorts numbers, which is ten times as fast as a comparison of rows: each has the rank of a product (20 bits), the language
 * (12) and the row (20).
 */
function sortRows(rows: Columns, all: number, ranks: readonly number[]): Columns & { count: number } {
  const known = distinct(rows.gtins.slice(0, all).sort())
  const keys = Float64Array.from({ length: all }, (_, row) => {
    const product = rankIn(known, rows.gtins[row] ?? 0)
    return (product * mostLanguages + (ranks[rows.languageAt[row] ?? 0] ?? 0)) * mostRows + row
  }).sort()
  const products: number[][] = []
  for (const [place, key] of keys.entries()) {
    const cell = Math.floor(key / mostRows)
    const isLast = Math.floor((keys[place + 1] ?? Infinity) / mostRows) !== cell
    if (isLast) (products[Math.floor(cell / mostLanguages)] ??= []).push(key % mostRows)
  }
  const whatOf = (row: number): number => rows.whatAt[row] ?? 0
  const groups = products.map((some) => some.sort((a, b) => whatOf(a) - whatOf(b)))
  const byKind = Map.groupBy(groups, ([first = 0]) => whatOf(first))
  const order = [...byKind].sort(([a], [b]) => a - b).flatMap(([, some]) => some.flat())
  const sorted = emptyColumns(order.length)
  for (const [place, row] of order.entries()) {
    sorted.gtins[place] = rows.gtins[row] ?? 0
    sorted.languageAt[place] = ranks[rows.languageAt[row] ?? 0] ?? 0
    sorted.whatAt[place] = whatOf(row)
    sorted.groupAt[place] = rows.groupAt[row] ?? 0
    sorted.fieldsAt[place] = rows.fieldsAt[row] ?? 0
  }
  return { ...sorted, count: order.length }
}

const mostRows = 2 ** 20
const mostLanguages = 2 ** 12

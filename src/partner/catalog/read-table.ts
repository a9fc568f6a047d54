import type { CatalogEntry } from '../../core/record/catalog.ts'
import { readGtin } from '../../core/record/gtin-forms.ts'
import { createCellReader } from './columns.ts'
import { toEntry } from './entry.ts'
import type { Table } from './find-table.ts'
import { rankOfName } from './gtin-names.ts'
import { rowsOf } from './rows.ts'
import { splitRow } from './split-row.ts'

/** The entries of a table's GTIN column, with their `wanted` columns. Other cells may be much longer and are not kept. */
export function* readTable(
  text: string,
  { delimiter, column, names, skipped }: Table,
  wanted: readonly string[] = [],
): Generator<CatalogEntry> {
  const columnsOf = createCellReader(wanted, names)
  const hasComments = delimiter === '' || names === undefined
  const isRow = (line: string): boolean => readGtin(splitRow(line, delimiter).cells[column] ?? '').ok
  for (const row of rowsOf(text, { delimiter, skipped, column, width: names?.length, isRow })) {
    const { cells, openAt } = row
    const place = `line ${row.line}`
    if (cells.every((cell) => cell === '')) continue
    if (hasComments && cells[0]?.startsWith('#') === true) continue
    if (names === undefined && /^sep=/i.test(cells[0] ?? '')) continue
    const cell = cells[column] ?? ''
    const entry = delimiter === '' ? cell.replace(/#.*/s, '') : cell
    const hidesGtin = openAt !== undefined && openAt <= column && !readGtin(entry).ok
    if (hidesGtin) yield { place, fault: 'has an open quote, so its GTIN is not known' }
    else if (names !== undefined && rankOfName(entry) !== undefined) yield { place, empty: 'header' }
    else yield toEntry(place, entry, { cells, columns: columnsOf(cells, openAt) })
  }
}

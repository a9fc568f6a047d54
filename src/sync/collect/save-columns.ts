import type { Catalog, CatalogColumns } from '../../core/record/catalog.ts'
import type { RetireTo } from '../../core/record/snapshot.ts'
import { findUnusableSuccessors, successorColumn } from '../../core/record/successor.ts'
import { columnsOf } from '../../core/mapping/map-values.ts'
import { closestTo } from '../../core/text/closest-to.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { Note } from '../../core/reasons/note.ts'
import { inChunks } from '../../lib/chunks.ts'
import { ConfigError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import type { SyncDeps } from '../deps.ts'

const atOnce = 1_000

/**
 * Stores the columns of these products that the map names, and `successor` for notices. A column that is missing although
 * an earlier run has read it keeps its values, and a note names it. Throws ConfigError for a column of the map that no
 * run has read yet.
 */
export async function saveColumns(
  { catalogColumns, map, policy }: Pick<SyncDeps, 'catalogColumns' | 'map' | 'policy'>,
  catalog: Catalog,
  gtins: readonly string[],
): Promise<Note[]> {
  const { columns = new Map<string, CatalogColumns>() } = catalog
  const ofMap = missingColumns(map, catalog)
  const missing = unreadColumns(columnsFor(map, policy.retireTo), catalog)
  const known = missing.length === 0 ? [] : await catalogColumns.known(missing)
  const unknown = ofMap.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new ConfigError(explainColumns(unknown, catalog))
  const listed = gtins.flatMap((gtin) => {
    const one = columns.get(gtin)
    return one === undefined ? [] : [[gtin, one] as const]
  })
  for (const group of inChunks(listed, atOnce)) {
    const stored = await catalogColumns.read(group.map(([gtin]) => gtin))
    const entries = group.map(([gtin, read], index) => ({ gtin, read, before: stored[index] ?? {} }))
    const changed = entries
      .map(({ gtin, read, before }) => ({ gtin, before, now: { ...pick(before, missing), ...read } }))
      .filter(({ before, now }) => digestOf(before) !== digestOf(now))
    await catalogColumns.save(changed.map(({ gtin, now }) => [gtin, now] as const))
  }
  const unusable = policy.retireTo === 'notice' ? findUnusableSuccessors(catalog) : undefined
  return [
    ...known.map((column) => ({ code: 'column-missing' as const, column })),
    ...(unusable ? [{ code: 'successors-unusable' as const, ...unusable }] : []),
  ]
}

/** The columns to read: those that the map names, and that of the successors for notices. */
export function columnsFor(map: SyncDeps['map'], retireTo: RetireTo): string[] {
  const ofMap = map === undefined ? [] : columnsOf(map)
  return retireTo === 'notice' ? [...new Set([...ofMap, successorColumn])] : ofMap
}

/** The columns that the map names, and of which the catalogue has no value. */
export function missingColumns(map: SyncDeps['map'], catalog: Catalog): string[] {
  return unreadColumns(map === undefined ? [] : columnsOf(map), catalog)
}

function unreadColumns(wanted: readonly string[], { columns = new Map() }: Catalog): string[] {
  if (wanted.length === 0) return []
  const present = new Set<string>()
  for (const one of columns.values()) for (const name of Object.keys(one)) present.add(name)
  return wanted.filter((name) => !present.has(name))
}

/** An error for each of these columns, with the name that is probably meant. */
export function explainColumns(missing: readonly string[], { names = [] }: Catalog): string {
  const listed = names.map((name) => quote(name, 40)).join(', ')
  return missing
    .map((name) => {
      const meant = closestTo(name, names)
      const found =
        meant !== undefined
          ? `Did you mean ${quote(meant, 40)}?`
          : names.length === 0
            ? 'It has no header. Add one, or remove the field from the map.'
            : `Its columns are ${listed}.`
      return `The catalogue has no column ${quote(name, 40)}, which MAP names as catalog.${quote(name, 40)}. ${found}`
    })
    .join(' ')
}

function pick(columns: CatalogColumns, names: readonly string[]): CatalogColumns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)))
}

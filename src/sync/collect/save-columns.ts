import type { Catalog, CatalogColumns } from '../../core/record/catalog.ts'
import { findUnusableSuccessors, successorColumn } from '../../core/record/successor.ts'
import { groupColumns } from '../../core/mapping/listing-group.ts'
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
  deps: Pick<SyncDeps, 'catalogColumns' | 'listings' | 'snapshots' | 'map' | 'policy' | 'languages'>,
  catalog: Catalog,
  gtins: readonly string[],
): Promise<Note[]> {
  const { catalogColumns, map, policy, languages } = deps
  const { columns = new Map<string, CatalogColumns>() } = catalog
  const groups = groupColumns(policy.listingGroup, languages === 'all' ? [] : languages)
  const ofMap = missingColumns(map, catalog)
  const missing = unreadColumns(columnsFor(deps), catalog)
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
    if (changed.some(({ before, now }) => groups.some((name) => before[name] !== now[name])))
      await deps.listings.mark(await deps.snapshots.languages())
  }
  const unusable = policy.retireTo === 'notice' ? findUnusableSuccessors(catalog) : undefined
  const lacksGroups =
    groups.length > 0 && groups.every((name) => missing.includes(name) && !known.includes(name))
  return [
    ...[...known, ...(lacksGroups ? groups.slice(0, 1) : [])].map((column) => ({
      code: 'column-missing' as const,
      column,
    })),
    ...(unusable ? [{ code: 'successors-unusable' as const, ...unusable }] : []),
  ]
}

/** The columns to read: those that the map names, those that group listings, and that of the successors for notices. */
export function columnsFor({
  map,
  policy,
  languages,
}: Pick<SyncDeps, 'map' | 'policy' | 'languages'>): string[] {
  const ofMap = map === undefined ? [] : columnsOf(map)
  const ofListings = groupColumns(policy.listingGroup, languages === 'all' ? [] : languages)
  return [...new Set([...ofMap, ...ofListings, ...(policy.retireTo === 'notice' ? [successorColumn] : [])])]
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

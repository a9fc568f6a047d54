import type { Catalog, CatalogColumns } from '../../core/record/catalog.ts'
import { findUnusableSuccessors, successorColumn } from '../../core/record/successor.ts'
import { groupColumns } from '../../core/mapping/listing-group.ts'
import { columnsOf } from '../../core/mapping/map-values.ts'
import { neededColumns, type FamilyBy } from '../../core/render/family/member.ts'
import { closestTo } from '../../core/text/closest-to.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { Note } from '../../core/reasons/note.ts'
import { inChunks } from '../../lib/chunks.ts'
import { ConfigError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import type { SyncDeps } from '../deps.ts'

const atOnce = 1_000

/**
 * Stores the columns of these products that the map, families, listings and notices need. A column that is missing
 * although an earlier run has read it keeps its values, in all products or in those that omit it, and a note names it.
 * Throws ConfigError for a column of the map or of families that no run has read yet.
 */
export async function saveColumns(
  deps: Pick<SyncDeps, 'catalogColumns' | 'snapshots' | 'map' | 'policy' | 'languages' | 'renderer'>,
  catalog: Catalog,
  gtins: readonly string[],
): Promise<Note[]> {
  const { catalogColumns, map, policy, languages, renderer } = deps
  const { familyBy } = renderer
  const { columns = new Map<string, CatalogColumns>() } = catalog
  const wanted = columnsFor({ ...deps, familyBy })
  if (wanted.length === 0) return []
  const groups = groupColumns(policy.listingGroup, languages === 'all' ? [] : languages)
  const missing = unreadColumns(wanted, catalog)
  const known = missing.length === 0 ? [] : await catalogColumns.known(missing)
  const unknown = missingColumns(deps, catalog).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new ConfigError(explainColumns(unknown, catalog, deps))
  const ofPages = neededColumns(map, familyBy).filter((name) => !missing.includes(name))
  const omitted = new Map<string, { gtin: string; products: number }>()
  for (const part of inChunks(gtins, atOnce)) {
    const stored = await catalogColumns.read(part)
    const changed: { gtin: string; before: CatalogColumns; now: CatalogColumns }[] = []
    for (const [index, gtin] of part.entries()) {
      const [before = {}, read = {}] = [stored[index], columns.get(gtin)]
      const now = { ...pick(before, wanted), ...read }
      if (Object.keys(read).length > 0 && digestOf(before) !== digestOf(now))
        changed.push({ gtin, before, now })
      for (const name of ofPages)
        if (read[name] === undefined && (before[name] ?? '') !== '')
          omitted.set(name, { gtin, ...omitted.get(name), products: (omitted.get(name)?.products ?? 0) + 1 })
    }
    const regroups = changed.some(({ before, now }) => groups.some((name) => before[name] !== now[name]))
    await catalogColumns.save(
      changed.map(({ gtin, now }) => [gtin, now] as const),
      regroups ? await deps.snapshots.languages() : [],
    )
  }
  const unusable = policy.retireTo === 'notice' ? findUnusableSuccessors(catalog) : undefined
  const lacksGroups =
    groups.length > 0 && groups.every((name) => missing.includes(name) && !known.includes(name))
  return [
    ...[...known, ...(lacksGroups ? groups.slice(0, 1) : [])].map((column) => ({
      code: 'column-missing' as const,
      column,
    })),
    ...[...omitted].map(([column, { gtin, products }]) => ({
      code: 'column-omitted' as const,
      column,
      products,
      gtin,
    })),
    ...(unusable ? [{ code: 'successors-unusable' as const, ...unusable }] : []),
  ]
}

/**
 * The columns to read: those that the map names, those of families and of groups of listings, and that of the successors
 * for notices.
 */
export function columnsFor({
  map,
  policy,
  languages,
  familyBy,
}: Pick<SyncDeps, 'map' | 'policy' | 'languages'> & { familyBy: FamilyBy | undefined }): string[] {
  const ofListings = groupColumns(policy.listingGroup, languages === 'all' ? [] : languages)
  const ofNotices = policy.retireTo === 'notice' ? [successorColumn] : []
  return [...new Set([...neededColumns(map, familyBy), ...ofListings, ...ofNotices])]
}

/** The columns that the map and families need, and of which the catalogue has no value. */
export function missingColumns(
  { map, renderer }: Pick<SyncDeps, 'map'> & { renderer: Pick<SyncDeps['renderer'], 'familyBy'> },
  catalog: Catalog,
): string[] {
  return unreadColumns(neededColumns(map, renderer.familyBy), catalog)
}

function unreadColumns(wanted: readonly string[], { columns = new Map() }: Catalog): string[] {
  if (wanted.length === 0) return []
  const present = new Set<string>()
  for (const one of columns.values()) for (const name of Object.keys(one)) present.add(name)
  return wanted.filter((name) => !present.has(name))
}

/** An error for each of these columns, with the name that is probably meant. */
export function explainColumns(
  missing: readonly string[],
  { names = [] }: Catalog,
  { map }: Pick<SyncDeps, 'map'>,
): string {
  const mapped = map === undefined ? [] : columnsOf(map)
  const listed = names.map((name) => quote(name, 40)).join(', ')
  return missing
    .map((name) => {
      const setting = mapped.includes(name) ? 'MAP' : 'FAMILY_BY'
      const remedy = setting === 'MAP' ? 'remove the field from the map' : 'choose another FAMILY_BY'
      const meant = closestTo(name, names)
      const found =
        meant !== undefined
          ? `Did you mean ${quote(meant, 40)}?`
          : names.length === 0
            ? `It has no header. Add one, or ${remedy}.`
            : `Its columns are ${listed}.`
      return `The catalogue has no column ${quote(name, 40)}, which ${setting} names as catalog.${quote(name, 40)}. ${found}`
    })
    .join(' ')
}

function pick(columns: CatalogColumns, names: readonly string[]): CatalogColumns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)))
}

import type { Catalog, CatalogColumns } from '../../core/record/catalog.ts'
import { columnsOf } from '../../core/mapping/map-values.ts'
import { neededColumns } from '../../core/render/family/member.ts'
import { closestTo } from '../../core/text/closest-to.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { Note } from '../../core/reasons/note.ts'
import { inChunks } from '../../lib/chunks.ts'
import { ConfigError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import type { SyncDeps } from '../deps.ts'

const atOnce = 1_000

/**
 * Stores the columns of these products that the map and families need. A column that is missing although an earlier run
 * has read it keeps its values, in all products or in those that omit it, and a note names it. Throws ConfigError for a
 * column that no run has read yet.
 */
export async function saveColumns(
  deps: Pick<SyncDeps, 'catalogColumns' | 'map' | 'renderer'>,
  catalog: Catalog,
  gtins: readonly string[],
): Promise<Note[]> {
  const { catalogColumns } = deps
  const { columns = new Map<string, CatalogColumns>() } = catalog
  const missing = missingColumns(deps, catalog)
  const known = missing.length === 0 ? [] : await catalogColumns.known(missing)
  const unknown = missing.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new ConfigError(explainColumns(unknown, catalog, deps))
  const wanted = neededColumns(deps.map, deps.renderer.familyBy)
  if (wanted.length === 0) return []
  const omitted = new Map<string, { gtin: string; products: number }>()
  for (const group of inChunks(gtins, atOnce)) {
    const stored = await catalogColumns.read(group)
    const changed: [gtin: string, columns: CatalogColumns][] = []
    for (const [index, gtin] of group.entries()) {
      const [before = {}, read = {}] = [stored[index], columns.get(gtin)]
      const now = { ...pick(before, wanted), ...read }
      if (Object.keys(read).length > 0 && digestOf(before) !== digestOf(now)) changed.push([gtin, now])
      for (const name of wanted)
        if (read[name] === undefined && (before[name] ?? '') !== '' && !missing.includes(name))
          omitted.set(name, { gtin, ...omitted.get(name), products: (omitted.get(name)?.products ?? 0) + 1 })
    }
    await catalogColumns.save(changed)
  }
  return [
    ...missing.map((column) => ({ code: 'column-missing' as const, column })),
    ...[...omitted].map(([column, { gtin, products }]) => ({
      code: 'column-omitted' as const,
      column,
      products,
      gtin,
    })),
  ]
}

/** The columns that the map and families need, and of which the catalogue has no value. */
export function missingColumns(
  { map, renderer }: Pick<SyncDeps, 'map' | 'renderer'>,
  { columns = new Map() }: Catalog,
): string[] {
  const wanted = neededColumns(map, renderer.familyBy)
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

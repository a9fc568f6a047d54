import type { MergeField } from '../record/page.ts'
import { idsIn, type FieldNames, type FieldText } from '../record/field-names.ts'
import { placeOf } from '../record/mapped.ts'
import type { FieldMap } from './field-map.ts'

/** Where the CMS has the names of ids: in its media library, or in the taxonomy of this name in the REST API. */
export type NameSource = 'media' | `terms.${string}`

/** The source of the names of a field's ids; undefined for a field without ids. */
function nameSourceOf(field: MergeField, map: FieldMap | undefined): NameSource | undefined {
  if (field === 'featuredMedia') return 'media'
  const { group, name } = placeOf(field)
  if (group === 'terms') return `terms.${name}`
  return map?.rows.some(({ target, as }) => target === field && as === 'media') ? 'media' : undefined
}

/** The ids in fields by the source of their names, without repetitions. */
export function idsBySource(
  texts: readonly FieldText[],
  map: FieldMap | undefined,
): Map<NameSource, Set<number>> {
  const found = new Map<NameSource, Set<number>>()
  for (const text of texts) {
    const source = nameSourceOf(text[0], map)
    if (source === undefined) continue
    const ids = idsIn(text)
    if (ids.length === 0) continue
    found.set(source, new Set([...(found.get(source) ?? []), ...ids]))
  }
  return found
}

/** The names of each field; a field without known names is omitted. */
export function namesByField(
  texts: readonly FieldText[],
  map: FieldMap | undefined,
  known: ReadonlyMap<NameSource, ReadonlyMap<number, string>>,
): FieldNames {
  const names = new Map<MergeField, ReadonlyMap<number, string>>()
  for (const [field] of texts) {
    const source = nameSourceOf(field, map)
    const found = source && known.get(source)
    if (found !== undefined && found.size > 0) names.set(field, found)
  }
  return names
}

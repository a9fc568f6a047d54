import type { FieldMap } from '../src/core/mapping/field-map.ts'
import type { ListingGroup } from '../src/core/mapping/listing-group.ts'

/** By what listings group products, or why the setting is wrong. */
export type GroupRead = { group?: ListingGroup; faults: string[] }

/** Reads LISTING_GROUP_BY, which has the form `catalog.<column>` or `terms.<taxonomy>`. */
export function readListingGroup(
  value: string | undefined,
  { map, languages }: { map: FieldMap | undefined; languages: 'all' | readonly string[] },
): GroupRead {
  if (value === undefined) return { faults: [] }
  const column = /^catalog\.(.+)$/.exec(value)?.[1]?.trim()
  if (column !== undefined) {
    if (column.includes('{language}') && languages === 'all')
      return {
        faults: [
          `LISTING_GROUP_BY is ${value}, and LANGUAGES is all, so the columns are unknown. List the languages in LANGUAGES.`,
        ],
      }
    return { group: { kind: 'column', column }, faults: [] }
  }
  const rows = map?.rows.filter(({ target }) => target.startsWith('terms.')) ?? []
  const row = rows.find(({ target }) => target === value)
  if (row) return { group: { kind: 'terms', row }, faults: [] }
  const filled = rows.map(({ target }) => target).join(', ')
  const known = filled === '' ? 'no MAP fills terms' : `MAP fills only ${filled}`
  return {
    faults: [
      `LISTING_GROUP_BY is ${value}, but ${known}. Add it to MAP, or name a column: catalog.<column>.`,
    ],
  }
}

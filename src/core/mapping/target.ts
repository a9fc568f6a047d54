import { placeOf } from '../record/mapped.ts'
import type { TargetField } from './field-map.ts'

export { fieldGroups, placeOf } from '../record/mapped.ts'

/** The fields of every page that a map may fill. */
export const pageFields = ['title', 'excerpt', 'menu_order'] as const

/** Keys that the mirror or the block editor maintains, as the start of their names. */
const reservedMeta = /^(?:_crdt|footnotes$)/
/** One line without blanks at its ends. WordPress stores at most 255 characters. */
const metaKey = /^[^\s\p{Cc}](?:[^\p{Cc}\p{Zl}\p{Zp}]{0,253}[^\s\p{Cc}])?$/u
/** Names of taxonomies in URLs, and of fields of Advanced Custom Fields. */
const plainName = /^[\w-]+$/

/** Whether a map may fill a field of this name; the CMS may still lack it. */
export function isTarget(name: string): name is TargetField {
  const place = placeOf(name)
  if (place.group === undefined) return pageFields.some((field) => field === name)
  return place.group === 'meta'
    ? metaKey.test(place.name) && !isReservedMeta(name)
    : plainName.test(place.name)
}

export function isReservedMeta(target: string): boolean {
  const { group, name } = placeOf(target)
  return group === 'meta' && reservedMeta.test(name)
}

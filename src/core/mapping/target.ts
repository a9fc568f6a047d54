import type { TargetField } from './field-map.ts'

/** The parts of a page with fields of the site's own. */
export const fieldGroups = ['meta', 'acf', 'terms'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** The fields of every page that a map may fill. */
export const pageFields = ['title', 'excerpt', 'menu_order'] as const

/** The group of a target and its name there: `meta.price` is `price` in `meta`. */
export function placeOf(target: string): { group: FieldGroup | undefined; name: string } {
  const group = fieldGroups.find((one) => target.startsWith(`${one}.`))
  return { group, name: group === undefined ? target : target.slice(group.length + 1) }
}

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

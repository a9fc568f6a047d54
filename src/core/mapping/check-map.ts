import { closestTo } from '../text/closest-to.ts'
import type { FieldMap, MapRow, TargetField } from './field-map.ts'
import { formFaults } from './form-faults.ts'
import type { SiteSchema, ValueSchema } from './site-schema.ts'
import { type FieldGroup, placeOf } from '../record/mapped.ts'

/** Why a map does not fit the CMS: the place in the map, and the problem in words that follow it. */
export type MapFault = { at: TargetField | 'type'; text: string }

/** `fields.meta.prise: the CMS registers no such meta key …` */
export function mapFaultText({ at, text }: MapFault): string {
  return `${at === 'type' ? at : `fields.${at}`}: ${text}`
}

/** Compares a map with what the CMS accepts; empty if it fits. */
export function checkMap(map: FieldMap, schema: SiteSchema): MapFault[] {
  if (!isPostType(schema)) return [{ at: 'type', text: explainUnknownType(schema) }]
  const groups: readonly FieldGroup[] = ['meta', 'acf']
  const absent = groups.filter((group) => schema.properties[group] === undefined)
  return [
    ...typeFaults(schema),
    ...absent.flatMap((group) => explainAbsent(map, group, schema.type)),
    ...map.rows.flatMap((row) => (isIn(row, absent) ? [] : faultsOf(row, schema))),
  ]
}

function isPostType({ type, types, properties }: SiteSchema): boolean {
  const isListed = types === undefined || Object.hasOwn(types, type)
  return isListed && Object.keys(properties).length > 0
}

function explainUnknownType({ type, types = {} }: SiteSchema): string {
  const bases = Object.keys(types)
  const meant = bases.find((base) => types[base] === type) ?? closestTo(type, bases)
  return `the CMS has no post type ${type} in its REST interface${hint(meant, bases)}`
}

/** The fields that every product page needs, and the features of a post type that add them. */
const needed: Readonly<Record<string, string>> = {
  title: 'title',
  content: 'editor',
  excerpt: 'excerpt',
  featured_media: 'thumbnail',
}

/** Errors of the post type, whichever fields the map fills. */
function typeFaults({ type, properties, takesBatches, mayCreate }: SiteSchema): MapFault[] {
  const absent = Object.keys(needed).filter((name) => properties[name] === undefined)
  const faults = [
    ...(takesBatches ? [] : [`the post type ${type} cannot be written in batches`]),
    ...absent.map((name) => `the post type ${type} has no ${name} (supports: ${needed[name]})`),
    ...(mayCreate ? [] : [`the mirror’s user may not create entries of the post type ${type}`]),
  ]
  return faults.map((text) => ({ at: 'type', text }))
}

/** One error, however many fields of the group the map has. */
function explainAbsent({ rows }: FieldMap, group: FieldGroup, type: string): MapFault[] {
  const first = rows.find((row) => isIn(row, [group]))
  if (first === undefined) return []
  const text =
    group === 'meta'
      ? `the post type ${type} has no meta fields (supports: custom-fields)`
      : `the CMS shows no ACF fields of ${type}: “Show in REST API” of their field group is off, or the group is for other post types`
  return [{ at: first.target, text }]
}

function isIn({ target }: MapRow, groups: readonly FieldGroup[]): boolean {
  const { group } = placeOf(target)
  return group !== undefined && groups.includes(group)
}

function faultsOf(row: MapRow, schema: SiteSchema): MapFault[] {
  const { target } = row
  // Every product page has these, so the check of the post type reports their absence.
  if (target === 'title' || target === 'excerpt') return []
  const found = findField(target, schema)
  const texts =
    typeof found === 'string' ? [found] : [...formFaults(row, found), ...explainRights(target, schema)]
  return texts.map((text) => ({ at: target, text }))
}

/** The schema of a field, or why there is none. */
function findField(target: TargetField, schema: SiteSchema): ValueSchema | string {
  const { group, name } = placeOf(target)
  if (group === 'terms') return findTerms(name, schema)
  if (group === undefined)
    return (
      schema.properties[name] ?? `the post type ${schema.type} has no ${name} (supports: page-attributes)`
    )
  const fields = schema.properties[group]?.fields ?? {}
  const field = entryOf(fields, name)
  if (field !== undefined) return field
  const known = Object.keys(fields)
  return group === 'meta'
    ? `the CMS registers no such meta key for ${schema.type} with show_in_rest${hint(closestTo(name, known), known)}`
    : `the CMS has no such ACF field for ${schema.type}${hint(closestTo(name, known), known)}`
}

function findTerms(name: string, { type, properties, taxonomies }: SiteSchema): ValueSchema | string {
  const field = entryOf(properties, name)
  // Without a list of the taxonomies, the field is all that is known.
  const known = taxonomies ?? {}
  const isKnown = Object.hasOwn(known, name)
  if (field !== undefined && (isKnown || taxonomies === undefined)) return field
  if (isKnown) return `the taxonomy ${name} does not belong to the post type ${type}`
  const bases = Object.keys(known)
  const meant = bases.find((base) => known[base]?.slug === name) ?? closestTo(name, bases)
  return `the CMS has no taxonomy ${name} in its REST interface${hint(meant, bases)}`
}

/** Terms are assigned, and created if the CMS has none of that name. */
function explainRights(target: TargetField, { taxonomies = {} }: SiteSchema): string[] {
  const { group, name } = placeOf(target)
  const rights = group === 'terms' ? entryOf(taxonomies, name) : undefined
  if (rights === undefined || (rights.mayAssign && rights.mayCreate)) return []
  return [`the mirror’s user may not ${rights.mayAssign ? 'create' : 'assign'} terms of ${name}`]
}

const mostNamed = 10

/** The likely name, or the existing ones. */
function hint(meant: string | undefined, known: readonly string[]): string {
  if (meant !== undefined) return ` (did you mean ${meant}?)`
  if (known.length === 0) return ''
  const more = known.length > mostNamed ? ', …' : ''
  return ` (it has ${known.slice(0, mostNamed).join(', ')}${more})`
}

function entryOf<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

import { z } from 'zod'

/** The parts of a page that contain the site's fields. */
export const fieldGroups = ['meta', 'acf', 'terms'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/**
 * A field of the CMS that a map fills: `meta.price`, `acf.datasheet`, `menu_order`. `terms.` is followed by a
 * taxonomy's name in the REST API.
 */
export const MappedField = z.union([
  z.literal('menu_order'),
  z.templateLiteral([z.enum(fieldGroups), '.', z.string()]),
])
export type MappedField = z.infer<typeof MappedField>

const Entry = z.union([z.string(), z.number()])

/**
 * A set whose entries editors may add and remove: only our entries follow the partner. In a stored version, the set
 * contains our entries alone.
 */
const Shared = z.strictObject({ shared: z.array(Entry) })
export type Shared = z.infer<typeof Shared>

/** The value of a mapped field as the CMS's REST API has it; null if it has none. Terms are ids. */
export const MappedValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Entry), Shared])
export type MappedValue = z.infer<typeof MappedValue>

export type MappedValues = { [field in MappedField]?: MappedValue | undefined }

export function isMappedField(name: string): name is MappedField {
  return name === 'menu_order' || placeOf(name).group !== undefined
}

/** The group of a field and its name there: `meta.price` is `price` in `meta`. Other fields have no group. */
export function placeOf(field: string): { group: FieldGroup | undefined; name: string } {
  const group = fieldGroups.find((one) => field.startsWith(`${one}.`))
  return { group, name: group === undefined ? field : field.slice(group.length + 1) }
}

export function isShared(value: unknown): value is Shared {
  return typeof value === 'object' && value !== null && 'shared' in value
}

/** The entries of a list or a shared set. */
export function entriesOf(value: MappedValue | undefined): (string | number)[] {
  const list = isShared(value) ? value.shared : value
  return Array.isArray(list) ? list : []
}

/**
 * A mapped value as one text, which equals the text of every value that the CMS shows alike: it returns an absent
 * number as 0 and an absent list as [], and terms in any order.
 */
export function canonicalText(field: MappedField, value: MappedValue | undefined): string {
  if (value === undefined || value === null || value === false || value === 0) return ''
  if (typeof value !== 'object') return String(value).replaceAll('\r\n', '\n').trim()
  const entries = entriesOf(value).map(String)
  if (entries.length === 0) return ''
  return JSON.stringify(isShared(value) || field.startsWith('terms.') ? entries.sort() : entries)
}

/** A mapped value as operators read it; "" if there is none. */
export function mappedText(value: MappedValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  return entriesOf(value).join(', ')
}

export function withoutEmpty(values: MappedValues): MappedValues {
  const filled = (Object.entries(values) as [MappedField, MappedValue][]).filter(
    ([field, value]) => canonicalText(field, value) !== '',
  )
  return Object.fromEntries(filled)
}

/** The part of an object that fills mapped fields. */
export function mappedIn(texts: object): MappedValues {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isMappedField(name)))
}

import { compact } from '../../lib/compact.ts'
import { numberFields } from '../../contracts/partner.ts'
import { sourceFields, type FieldMap } from '../mapping/field-map.ts'
import { numberColumnsOf } from '../mapping/map-values.ts'
import { columnPrefix } from '../mapping/publish-if.ts'
import { readColumnNumber } from '../reading/read-column-number.ts'
import { quoteOdd } from '../reading/reading.ts'
import type { BrokenRule } from '../reasons/broken-rule.ts'
import type { Product } from '../record/product.ts'
import { neededColumns, type FamilyBy } from '../render/family/member.ts'
import { firstLine } from '../text/first-line.ts'
import { breakOfNumber, type NumberRules } from './number-rules.ts'
import { fieldText } from './product-diff.ts'

/**
 * The rules of one field; an absent one never applies. Those for numbers and `mayBecomeEmpty` hold a record, the others
 * hold a plan.
 */
export type FieldRules = NumberRules & {
  mayBecomeEmpty?: boolean
  /** Percent of the records in which the field may break a rule for numbers. */
  maxOutliers?: number
  /** Percent of the records in which the field may become empty at once. */
  maxEmptied?: number
  /** Percent of the records in which the field may change at once. */
  maxChanged?: number
}

/** A field of the partner's product that rules apply to. */
type PartnerField = Exclude<(typeof sourceFields)[number], 'gtin' | 'language'>
type ColumnField = `catalog.${string}`
/** `hasPoint`: the map reads the column as a number with a decimal point. */
type ColumnRules = FieldRules & { hasPoint?: boolean }
/** The rules of every field of the partner's product, and of the columns of the catalogue that are stored with it. */
export type ValueRules = Readonly<Record<PartnerField, FieldRules> & Record<ColumnField, ColumnRules>>
type GuardedField = PartnerField | ColumnField

/** The columns of the catalogue that are stored with a product, and those of them that the map reads as numbers. */
export type GuardedColumns = { readonly names: readonly string[]; readonly numbers: readonly string[] }

/** The columns that a map and families store with a product. */
export function guardedColumns(map: FieldMap | undefined, familyBy: FamilyBy | undefined): GuardedColumns {
  return { names: neededColumns(map, familyBy), numbers: map === undefined ? [] : numberColumnsOf(map) }
}

/** The rules of a file: those of every field, and those of single fields. `off` removes a default. */
export type GivenRules = {
  readonly all?: GivenFieldRules
  readonly fields?: Readonly<Partial<Record<string, GivenFieldRules>>>
}
type GivenFieldRules = { readonly [R in keyof FieldRules]?: FieldRules[R] | 'off' }

const partnerFields = sourceFields.filter(
  (field): field is PartnerField => field !== 'gtin' && field !== 'language',
)

const ofEveryField: FieldRules = { maxOutliers: 5, maxEmptied: 20 }
const ofPrice: FieldRules = { maxDrop: 50, maxRise: 100 }

/**
 * The rules of every field: the defaults, and the given ones, of which those of a single field apply first. The rules
 * for the numbers of all fields apply to a column if the map reads it as a number.
 */
export function toValueRules(
  { all = {}, fields = {} }: GivenRules = {},
  columns: GuardedColumns = { names: [], numbers: [] },
): ValueRules {
  const { maxEmptied, maxChanged, mayBecomeEmpty } = all
  const ofTexts = compact({ maxEmptied, maxChanged, mayBecomeEmpty })
  const ofPartner = partnerFields.map((field) => {
    const defaults = field === 'price' ? { ...ofEveryField, ...ofPrice } : ofEveryField
    return [field, withoutOff({ ...defaults, ...all, ...fields[field] })]
  })
  const ofColumns = columns.names.map((name) => {
    const field = columnPrefix + name
    const hasPoint = columns.numbers.includes(name)
    const rules = { ...ofEveryField, ...(hasPoint ? all : ofTexts), ...fields[field] }
    return [field, { ...withoutOff(rules), ...(hasPoint && { hasPoint }) }]
  })
  return Object.fromEntries([...ofPartner, ...ofColumns]) as ValueRules
}

function withoutOff(rules: GivenFieldRules): object {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== 'off'))
}

/**
 * The rules that a new version of a product breaks, compared with the page's version (`before`). A new page only has
 * bounds. A value that did not change breaks none.
 */
export function brokenRules(rules: ValueRules, before: Product | undefined, after: Product): BrokenRule[] {
  const fields = Object.entries(rules) as [GuardedField, ColumnRules][]
  const broken = fields.map(([field, ofField]) => breakOf(field, ofField, before, after))
  return broken.filter((one) => one !== undefined)
}

/** The rules of a field; undefined for a field without any, such as an unmapped column. */
export function rulesOf(rules: ValueRules, field: string): FieldRules | undefined {
  return Object.hasOwn(rules, field) ? rules[field as GuardedField] : undefined
}

/** A phrase for each column of a product that has rules for numbers, and whose value cannot be read as one. */
export function unguardedColumns(rules: ValueRules, { catalog = [] }: Product): string[] {
  return catalog.flatMap(({ name, value }) => {
    const field = `${columnPrefix}${name}` as const
    const ofField = rules[field]
    if (ofField === undefined || !hasNumberRules(ofField) || value.trim() === '') return []
    if (numberOf(value, ofField) !== '') return []
    return [`${field} ${quoteOdd(value)} cannot be read as a number, so GUARDS does not check it`]
  })
}

const numeric: ReadonlySet<string> = new Set(numberFields)

function breakOf(
  field: GuardedField,
  rules: ColumnRules,
  before: Product | undefined,
  after: Product,
): BrokenRule | undefined {
  const isChecked = numeric.has(field) || hasNumberRules(rules) || rules.mayBecomeEmpty === false
  if (!isChecked) return undefined
  const [old, now] = [before === undefined ? '' : fieldText(before, field), fieldText(after, field)]
  if (rules.mayBecomeEmpty === false && old !== '' && now === '')
    return { field, rule: 'emptied', before: firstLine(old), after: '' }
  const [from, to] = numeric.has(field) ? [old, now] : [numberOf(old, rules), numberOf(now, rules)]
  const found = breakOfNumber(rules, from, to)
  return found && { field, ...found, before: from, after: to }
}

function hasNumberRules({ maxDrop, maxRise, min, max }: FieldRules): boolean {
  return [maxDrop, maxRise, min, max].some((rule) => rule !== undefined)
}

function numberOf(text: string, { hasPoint = false }: ColumnRules): string {
  return readColumnNumber(text, hasPoint) ?? ''
}

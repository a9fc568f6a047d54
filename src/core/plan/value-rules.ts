import { numberFields } from '../../contracts/partner.ts'
import { sourceFields } from '../mapping/field-map.ts'
import type { Product } from '../record/product.ts'
import type { BrokenRule } from '../reasons/broken-rule.ts'
import { firstLine } from '../text/first-line.ts'
import { valueText } from './product-diff.ts'

/**
 * The rules of one field; an absent one never applies. The first five hold a record, the others hold a plan. Percentages
 * are from 0 to 100, or more for `maxRise`.
 */
export type FieldRules = {
  /** Percent by which a number may drop. */
  maxDrop?: number
  /** Percent by which a number may rise. */
  maxRise?: number
  min?: number
  max?: number
  mayBecomeEmpty?: boolean
  /** Percent of the records in which the field may break a rule for numbers. */
  maxOutliers?: number
  /** Percent of the records in which the field may become empty at once. */
  maxEmptied?: number
  /** Percent of the records in which the field may change at once. */
  maxChanged?: number
}

/** A field of a product that rules apply to. */
export type GuardedField = Exclude<(typeof sourceFields)[number], 'gtin' | 'language'>
export type ValueRules = Readonly<Record<GuardedField, FieldRules>>

/** The rules of a file: those of every field, and those of single fields. `off` removes a default. */
export type GivenRules = {
  readonly all?: GivenFieldRules
  readonly fields?: Readonly<Partial<Record<string, GivenFieldRules>>>
}
type GivenFieldRules = { readonly [R in keyof FieldRules]?: FieldRules[R] | 'off' }

const guardedFields = sourceFields.filter(
  (field): field is GuardedField => field !== 'gtin' && field !== 'language',
)

const ofEveryField: FieldRules = { maxOutliers: 5, maxEmptied: 20 }
const ofPrice: FieldRules = { maxDrop: 50, maxRise: 100 }

/** The rules of every field: the defaults, and the given ones, of which those of a single field apply first. */
export function toValueRules({ all = {}, fields = {} }: GivenRules = {}): ValueRules {
  const entries = guardedFields.map((field) => {
    const defaults = field === 'price' ? { ...ofEveryField, ...ofPrice } : ofEveryField
    const merged = Object.entries({ ...defaults, ...all, ...fields[field] })
    return [field, Object.fromEntries(merged.filter(([, value]) => value !== 'off'))]
  })
  return Object.fromEntries(entries) as ValueRules
}

/**
 * The rules that a new version of a product breaks, compared with the page's version (`before`). A new page only has
 * bounds. A value that did not change breaks none.
 */
export function brokenRules(rules: ValueRules, before: Product | undefined, after: Product): BrokenRule[] {
  const broken = guardedFields.map((field) => breakOf(field, rules[field], before, after))
  return broken.filter((one) => one !== undefined)
}

/** Whether a field has a value before and none after. */
export function isEmptied(field: GuardedField, before: Product, after: Product): boolean {
  return valueText(field, before[field]) !== '' && valueText(field, after[field]) === ''
}

const numeric: ReadonlySet<string> = new Set(numberFields)

export function isGuarded(field: string): field is GuardedField {
  return guardedFields.some((one) => one === field)
}

function breakOf(
  field: GuardedField,
  rules: FieldRules,
  before: Product | undefined,
  after: Product,
): BrokenRule | undefined {
  if (rules.mayBecomeEmpty === false && before !== undefined && isEmptied(field, before, after))
    return { field, rule: 'emptied', before: firstLine(valueText(field, before[field])), after: '' }
  if (!numeric.has(field)) return undefined
  const [old, now] = [
    before === undefined ? '' : valueText(field, before[field]),
    valueText(field, after[field]),
  ]
  if (old === now) return undefined
  const found = breakOfNumber(rules, numberIn(old), numberIn(now))
  return found && { field, ...found, before: old, after: now }
}

type Numeric = { digits: bigint; scale: number; unit: string }

function breakOfNumber(
  { maxDrop, maxRise, min, max }: FieldRules,
  old: Numeric | undefined,
  now: Numeric | undefined,
): Pick<BrokenRule, 'rule' | 'limit'> | undefined {
  if (now === undefined) return undefined
  if (min !== undefined && isLess(now, exact(min))) return { rule: 'below', limit: min }
  if (max !== undefined && isLess(exact(max), now)) return { rule: 'above', limit: max }
  // Values with different units cannot be compared.
  if (old === undefined || old.unit !== now.unit) return undefined
  if (maxDrop !== undefined && exceeds(maxDrop, old, now)) return { rule: 'drop', limit: maxDrop }
  return maxRise !== undefined && exceeds(maxRise, now, old, old)
    ? { rule: 'rise', limit: maxRise }
    : undefined
}

/** Whether `high` is above `low` by more than a percentage of `base`. */
function exceeds(percent: number, high: Numeric, low: Numeric, base = high): boolean {
  const limit = exact(percent)
  const scale = Math.max(high.scale, low.scale)
  const [a, b, c] = [digitsAt(high, scale), digitsAt(low, scale), digitsAt(base, scale)]
  const magnitude = c < 0n ? -c : c
  return (a - b) * 100n * 10n ** BigInt(limit.scale) > magnitude * limit.digits
}

function isLess(a: Numeric, b: Numeric): boolean {
  const scale = Math.max(a.scale, b.scale)
  return digitsAt(a, scale) < digitsAt(b, scale)
}

function digitsAt({ digits, scale }: Numeric, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

const limitScale = 6

/** A limit with up to six decimals, without rounding errors, because the limit itself is allowed. */
function exact(value: number): Numeric {
  return { digits: BigInt(Math.round(value * 10 ** limitScale)), scale: limitScale, unit: '' }
}

/** The number in a canonical decimal with or without a unit: `12.5 kg`. */
function numberIn(text: string): Numeric | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(.*)$/s.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', unit = ''] = match
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length, unit }
}

import type { BrokenRule } from '../reasons/broken-rule.ts'

type Numeric = { digits: bigint; scale: number; unit: string }

/** The rules that only numbers have; an absent one never applies. Percentages are from 0 to 100, or more for `maxRise`. */
export type NumberRules = {
  /** Percent by which a number may drop. */
  maxDrop?: number
  /** Percent by which a number may rise. */
  maxRise?: number
  min?: number
  max?: number
}

/** The rule that a change between two canonical decimals breaks, perhaps with units. "" and other text break none. */
export function breakOfNumber(
  { maxDrop, maxRise, min, max }: NumberRules,
  before: string,
  after: string,
): Pick<BrokenRule, 'rule' | 'limit'> | undefined {
  if (before === after) return undefined
  const [old, now] = [numberIn(before), numberIn(after)]
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

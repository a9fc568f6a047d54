import type { z } from 'zod'

const shownFaults = 5
const shownChars = 60
/** The message includes the length of a longer text. */
const countedChars = 1_000
const mostDepth = 3
const mostValues = 20

/** A value that differs from the documentation: its `path` and the `expected` type. */
export type DriftFault = { path: readonly PropertyKey[]; expected: string }

/** The errors of a schema in words. */
export function driftFaults(issues: readonly z.core.$ZodIssue[]): DriftFault[] {
  return issues.map((issue) => ({ path: issue.path, expected: expectedIn(issue) }))
}

/**
 * Describes how a record differs from the documentation, with the received values. The operator reports it to the
 * partner.
 */
export function explainDrift(body: unknown, faults: readonly DriftFault[]): string {
  const shown = faults.slice(0, shownFaults).map(({ path, expected }) => {
    const name = path.length === 0 ? 'the whole record' : path.join('.')
    return `${name} is ${showValue(valueAt(body, path))} instead of ${expected}`
  })
  const more = faults.length > shownFaults ? `; and ${faults.length - shownFaults} more` : ''
  return `the record does not match the partner’s API: ${shown.join('; ')}${more}. Ask the partner to fix it`
}

/** Describes the limits of the mirror that a record exceeds. The operator reports it to the partner. */
export function explainBroken(limits: readonly string[]): string {
  return `the record cannot be shown as a page: ${limits.join('; ')}. Ask the partner to shorten it`
}

function expectedIn(issue: z.core.$ZodIssue): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return words[expected] ?? 'what is documented'
}

const words: Readonly<Record<string, string>> = { string: 'a text', object: 'an object' }

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isIndexable(value) ? Reflect.get(value, key) : undefined),
    body,
  )
}

function isIndexable(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A value as shortened JSON on one line; for a deep one, its type. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string' && value.length > countedChars)
    return `${showValue(value.slice(0, countedChars))} (${value.length} characters)`
  const text = isFlat(value) ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : 'an object'
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
}

/**
 * Whether a value is serialized cheaply: a deep one would overflow the process's stack, and a long one takes memory.
 */
function isFlat(value: unknown, depth = 0): boolean {
  if (!isIndexable(value)) return true
  const values: unknown[] = Object.values(value)
  return depth < mostDepth && values.length <= mostValues && values.every((one) => isFlat(one, depth + 1))
}

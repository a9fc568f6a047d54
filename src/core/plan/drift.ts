import type { z } from 'zod'

const shownFaults = 5
const shownChars = 60
/** Of a longer text, its length is said as well. */
const countedChars = 1_000
const mostDepth = 3
const mostValues = 20

/** A value that differs from the documentation: its `path`, and what is `expected` there. */
export type DriftFault = { path: readonly PropertyKey[]; expected: string }

/** The faults that a schema found, in words. */
export function driftFaults(issues: readonly z.core.$ZodIssue[]): DriftFault[] {
  return issues.map((issue) => ({ path: issue.path, expected: expectedIn(issue) }))
}

/** What is wrong with a record, with the values received: for the operator who reports it to the partner. */
export function explainDrift(body: unknown, faults: readonly DriftFault[]): string {
  const shown = faults.slice(0, shownFaults).map(({ path, expected }) => {
    const name = path.length === 0 ? 'the whole record' : path.join('.')
    return `${name} is ${showValue(valueAt(body, path))} instead of ${expected}`
  })
  const more = faults.length > shownFaults ? `; and ${faults.length - shownFaults} more` : ''
  return `the record does not match the partner’s API: ${shown.join('; ')}${more}. Ask the partner to fix it`
}

/** Which limits of the mirror a record breaks: for the operator, who asks the partner. */
export function explainBroken(faults: readonly string[]): string {
  return `the record cannot be shown as a page: ${faults.join('; ')}. Ask the partner to shorten it`
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

/** A value as JSON on one line, cut; of a deep one, its type. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string' && value.length > countedChars)
    return `${showValue(value.slice(0, countedChars))} (${value.length} characters)`
  const text = isFlat(value) ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : 'an object'
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
}

/** Whether a value is written out quickly: a deep one would end the process's stack, a long one takes memory. */
function isFlat(value: unknown, depth = 0): boolean {
  if (!isIndexable(value)) return true
  const values: unknown[] = Object.values(value)
  return depth < mostDepth && values.length <= mostValues && values.every((one) => isFlat(one, depth + 1))
}

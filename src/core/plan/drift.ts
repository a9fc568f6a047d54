import type { z } from 'zod'
import { Availability, numberFields } from '../../contracts/partner.ts'

const shownFaults = 5
const shownChars = 60

/** What came where something else is documented; `path` leads to the value, `expected` says what should stand there. */
export type DriftFault = { path: readonly PropertyKey[]; expected: string }

/** The faults that a schema found, in words. */
export function driftFaults(issues: readonly z.core.$ZodIssue[]): DriftFault[] {
  return issues.map((issue) => ({ path: issue.path, expected: expectedIn(issue) }))
}

/** What is wrong with a record's form, with what came: for the person who asks the partner to repair it. */
export function explainDrift(body: unknown, faults: readonly DriftFault[]): string {
  const shown = faults.slice(0, shownFaults).map(({ path, expected }) => {
    const name = path.length === 0 ? 'the whole of it' : path.join('.')
    return `${name} is ${show(valueAt(body, path))} instead of ${expected}`
  })
  const more = faults.length > shownFaults ? `; and ${faults.length - shownFaults} more` : ''
  return `the record is not as the interface describes it: ${shown.join('; ')}${more}. Ask the partner to repair it`
}

function expectedIn(issue: z.core.$ZodIssue): string {
  const [field] = issue.path
  if (numberFields.some((name) => name === field)) return 'a number'
  if (field === 'folded') return 'true or false'
  if (field === 'availability') return `one of ${Availability.options.join(', ')}`
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return words[expected] ?? 'what is documented'
}

const words: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'an object' }

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isIndexable(value) ? Reflect.get(value, key) : undefined),
    body,
  )
}

function isIndexable(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
}

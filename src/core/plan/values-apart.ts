import { z } from 'zod'
import { ValueDiff } from './product-diff.ts'
import { rulesOf, type ValueRules } from './value-rules.ts'

/**
 * The changes of a record that runs of some products or languages have written since the last full run: each field with
 * its value before the first change and after the last one.
 */
export const ValuesApart = z.strictObject({ changes: z.array(ValueDiff) })
export type ValuesApart = z.infer<typeof ValuesApart>

/** Adds later changes to earlier ones. A value that is as before the first change is unchanged. */
export function addChanges(earlier: readonly ValueDiff[], later: readonly ValueDiff[]): ValueDiff[] {
  const byField = new Map(earlier.map((change) => [change.field, change]))
  for (const { field, before, after } of later) {
    const first = byField.get(field)
    // Only the start of a long text is known.
    if (first?.before === after && !after.endsWith('…')) byField.delete(field)
    else byField.set(field, { field, before: first?.before ?? before, after })
  }
  return [...byField.values()]
}

/** The changes that a rule for shares counts, or may count after a later change. */
export function countedChanges(rules: ValueRules, changes: readonly ValueDiff[]): ValueDiff[] {
  return changes.filter(({ field, before, after }) => {
    const { maxChanged, maxEmptied } = rulesOf(rules, field) ?? {}
    return maxChanged !== undefined || (maxEmptied !== undefined && (before === '' || after === ''))
  })
}

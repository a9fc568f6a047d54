import type { GuardExample, GuardVerdict } from '../reasons/guard-verdict.ts'
import type { BrokenRule } from '../reasons/broken-rule.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import { limitOf } from './guards.ts'
import type { ValueDiff } from './product-diff.ts'
import { addChanges } from './values-apart.ts'
import { rulesOf, type FieldRules, type ValueRules } from './value-rules.ts'

/**
 * A record of a run: its changed values, and the rules that it breaks. A record that is held has both, too. `earlier`:
 * its changes by runs of some products or languages since the last full run.
 */
export type ValueFacts = RecordKey & {
  broken: readonly BrokenRule[]
  changes: readonly ValueDiff[]
  earlier?: readonly ValueDiff[]
}

const shownExamples = 3

type Found = {
  share: Share
  field: string
  maxShare: number
  own: number
  apart: number
  examples: GuardExample[]
}

type Share = 'outliers' | 'emptied' | 'changed'
const limits = {
  outliers: 'maxOutliers',
  emptied: 'maxEmptied',
  changed: 'maxChanged',
} as const satisfies Record<Share, keyof FieldRules>

/**
 * Counts the records of a run for the rules that hold a plan, in bounded memory. The order of the records makes no
 * difference.
 */
export function createValueCounts(rules: ValueRules) {
  const found = new Map<string, Found>()

  function count(
    share: Share,
    { gtin, language }: RecordKey,
    { field, before, after, isOwn }: ValueDiff & { isOwn: boolean },
  ): void {
    const percent = rulesOf(rules, field)?.[limits[share]]
    if (percent === undefined) return
    const key = `${share} ${field}`
    const one = found.get(key) ?? { share, field, maxShare: percent / 100, own: 0, apart: 0, examples: [] }
    one[isOwn ? 'own' : 'apart']++
    one.examples = [...one.examples, { gtin, language, before, after }].sort(byId).slice(0, shownExamples)
    found.set(key, one)
  }

  return {
    /** Adds a record of the run; `isOwn` false: one that only other runs have changed. */
    add({ broken, changes, earlier = [], ...key }: ValueFacts, isOwn = true): void {
      for (const one of broken) if (one.rule !== 'emptied') count('outliers', key, { ...one, isOwn })
      const own = new Set(changes.map(({ field }) => field))
      for (const change of addChanges(earlier, changes)) {
        const counted = { ...change, isOwn: isOwn && own.has(change.field) }
        if (change.before !== '' && change.after === '') count('emptied', key, counted)
        count('changed', key, counted)
      }
    },

    /** The verdicts for a mirror of so many records; the shares refer to these. A verdict has a record of the run. */
    verdicts(mirrored: number): GuardVerdict[] {
      const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
      return sorted.flatMap(({ share: rule, field, maxShare, own, apart, examples }): GuardVerdict[] => {
        const limit = limitOf(mirrored, maxShare)
        const counted = own + apart
        if (mirrored === 0 || own === 0 || counted <= limit) return []
        const numbers = { count: counted, of: mirrored, limit, share: counted / mirrored, maxShare }
        return [{ guard: 'values', rule, field, ...numbers, ...(apart > 0 && { apart }), examples }]
      })
    },
  }
}

function byId(a: GuardExample, b: GuardExample): number {
  return recordId(a) < recordId(b) ? -1 : 1
}

import type { GuardExample, GuardVerdict } from '../reasons/guard-verdict.ts'
import type { BrokenRule } from '../reasons/broken-rule.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import { limitOf } from './guards.ts'
import type { ValueDiff } from './product-diff.ts'
import { isGuarded, type FieldRules, type ValueRules } from './value-rules.ts'

/** A record of a run: its changed values, and the rules that it breaks. A record that is held has both, too. */
export type ValueFacts = RecordKey & { broken: readonly BrokenRule[]; changes: readonly ValueDiff[] }

const shownExamples = 3

type Found = { share: Share; field: string; maxShare: number; count: number; examples: GuardExample[] }

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

  function count(share: Share, { gtin, language }: RecordKey, { field, before, after }: ValueDiff): void {
    const percent = isGuarded(field) ? rules[field][limits[share]] : undefined
    if (percent === undefined) return
    const key = `${share} ${field}`
    const one = found.get(key) ?? { share, field, maxShare: percent / 100, count: 0, examples: [] }
    one.count++
    one.examples = [...one.examples, { gtin, language, before, after }].sort(byId).slice(0, shownExamples)
    found.set(key, one)
  }

  return {
    add({ broken, changes, ...key }: ValueFacts): void {
      for (const one of broken) if (one.rule !== 'emptied') count('outliers', key, one)
      for (const change of changes) {
        if (change.before !== '' && change.after === '') count('emptied', key, change)
        count('changed', key, change)
      }
    },

    /** The verdicts for a mirror of so many records; the shares refer to these. */
    verdicts(mirrored: number): GuardVerdict[] {
      const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
      return sorted.flatMap(({ share: rule, field, maxShare, count: counted, examples }): GuardVerdict[] => {
        const limit = limitOf(mirrored, maxShare)
        if (mirrored === 0 || counted <= limit) return []
        const numbers = { count: counted, of: mirrored, limit, share: counted / mirrored, maxShare }
        return [{ guard: 'values', rule, field, ...numbers, examples }]
      })
    },
  }
}

function byId(a: GuardExample, b: GuardExample): number {
  return recordId(a) < recordId(b) ? -1 : 1
}

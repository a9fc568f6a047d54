import { simpleReasons } from '../../core/reasons/reason.ts'
import type { Outcome } from '../../core/run/change.ts'
import {
  countFailure,
  failedTogether,
  failedWithOthers,
  type Failing,
} from '../../core/decisions/quarantine.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { RunDeps } from '../deps.ts'
import { readSkippingDamaged } from './read-despite-damage.ts'
import type { Run, RunScope } from '../../core/run/run.ts'

type Entry = { key: RecordKey; value: Failing }

/**
 * Counts the records that failed individually in a run, and notes the others that failed. Forgets the covered records
 * that no longer failed, unless the run itself failed. Counting the same run again changes nothing.
 */
export async function countFailing(
  deps: RunDeps,
  run: Pick<Run, 'id' | 'scope' | 'restOf'>,
  { failed, records, runFailed = false }: Pick<Run['counts'], 'failed' | 'records'> & { runFailed?: boolean },
  at: Date,
): Promise<void> {
  const together = runFailed || failedTogether(failed, records)
  for await (const page of deps.runs.scanOutcomes(run.id)) {
    const { keys, found: before } = await readSkippingDamaged(
      page.filter(({ result }) => result === 'failed' || result === 'quarantined'),
      (some) => deps.failing.read(some),
    )
    const entries = keys.flatMap((outcome, index): Entry[] => {
      const value = valueAfter(before[index], outcome, { runId: run.id, together, at })
      return value === undefined ? [] : [{ key: outcome, value }]
    })
    await deps.failing.save(entries)
  }
  // The rest of a plan proves nothing about records that it does not change.
  if (runFailed || run.restOf !== undefined) return
  for await (const entries of deps.failing.scan()) {
    const over = entries.filter(({ key, value }) => value.runId !== run.id && covers(run.scope, key))
    await deps.failing.remove(over.map(({ key }) => key))
  }
}

/** Undefined if there is nothing to save: the run was already counted, or the record was not requested. */
function valueAfter(
  before: Failing | undefined,
  outcome: Outcome,
  { runId, together, at }: { runId: string; together: boolean; at: Date },
): Failing | undefined {
  if (before?.runId === runId) return undefined
  if (outcome.result !== 'failed') return before && { ...before, runId }
  const { withOthers } = outcome
  const reasons = simpleReasons(outcome.reasons)
  if (withOthers !== true && !together) return countFailure(before, { runId, reasons, at })
  return before === undefined ? failedWithOthers({ runId, reasons, at }) : { ...before, runId }
}

function covers({ gtins, languages }: RunScope, { gtin, language }: RecordKey): boolean {
  return (gtins?.includes(gtin) ?? true) && (languages?.includes(language) ?? true)
}

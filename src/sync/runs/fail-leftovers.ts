import type { Reason } from '../../core/reasons/reason.ts'
import type { Outcome } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { RunDeps } from '../deps.ts'
import { readSkippingDamaged } from './read-despite-damage.ts'
import { walkIds } from './walk-plan.ts'
import { compact } from '../../lib/compact.ts'

const pageSize = 500

/** Reports every planned record that was neither written nor refused as failed, so that no record is lost silently. */
export async function failLeftovers({ plans, runs, sendFailures }: RunDeps, runId: string): Promise<void> {
  const run = await runs.read(runId)
  const failed = { result: 'failed', withOthers: true } as const
  for await (const ids of walkIds(plans, runId, pageSize)) {
    const { keys, found, damaged } = await readSkippingDamaged(ids.map(toRecordKey), (some) =>
      plans.read(runId, some.map(recordId)),
    )
    const planned = withValues(keys, found).map(([key]) => key)
    const lost = planned.length === 0 ? [] : await sendFailures.read(runId, planned.map(recordId))
    const left = planned.map((key, index): Outcome => {
      return { ...key, ...failed, reasons: [reasonIn(run, lost[index]?.said)] }
    })
    await runs.saveOutcomes(runId, [...damaged, ...left])
  }
}

/** A record of a failed run has the run's failure as its reason; another one has that of its last request. */
function reasonIn(run: Run | undefined, said: string | undefined): Reason {
  const { failure, undoes } = run ?? {}
  const detail = failure?.message ?? said
  return compact({ code: 'lost', detail, ...(failure !== undefined && { ofRun: true }), undoes })
}

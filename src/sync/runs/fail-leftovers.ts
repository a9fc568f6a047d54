import type { Outcome } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable } from './readable.ts'
import { walkIds } from './walk-plan.ts'

const pageSize = 500

/** Reports every planned record that was neither written nor refused as failed, so that no record is lost silently. */
export async function failLeftovers({ plans, runs, losses }: SyncDeps, runId: string): Promise<void> {
  const run = await runs.read(runId)
  const failed = { result: 'failed', withOthers: true } as const
  for await (const ids of walkIds(plans, runId, pageSize)) {
    const { keys, found, damaged } = await readReadable(ids.map(toRecordKey), (some) =>
      plans.read(runId, some.map(recordId)),
    )
    const planned = withValues(keys, found).map(([key]) => key)
    const lost = planned.length === 0 ? [] : await losses.read(runId, planned.map(recordId))
    const left = planned.map((key, index): Outcome => {
      return { ...key, ...failed, reason: reasonIn(run, lost[index]?.said) }
    })
    await runs.saveOutcomes(runId, [...damaged, ...left])
  }
}

function reasonIn(run: Run | undefined, said: string | undefined): string {
  const why = (run?.failure?.message ?? said)?.replace(/\.$/, '')
  if (run?.undoes !== undefined)
    return `not reverted: ${why ?? 'its batch failed after all tries'}. To continue: product-mirror undo ${run.undoes}`
  const unexplained = 'its batch failed after all tries. The page is unchanged; the next run retries'
  return `not written: ${why ?? unexplained}`
}

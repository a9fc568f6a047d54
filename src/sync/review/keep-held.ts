import { digestOf } from '../../core/text/digest.ts'
import { toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readWaitingRun } from '../runs/begin-run.ts'
import { walkIds } from '../runs/walk-plan.ts'

const pageSize = 500

/**
 * Finds the held run with exactly this plan. It keeps waiting in place of `run`, so that the id in earlier notices
 * stays valid. It takes over the fingerprints of the current pages, because this plan was made for them, and the
 * guards, because records that are not in the plan count.
 */
export async function keepHeldRun(
  deps: SyncDeps,
  run: Run,
  { planDigest, guards }: { planDigest: string; guards: Run['guards'] },
): Promise<Run | undefined> {
  for (const earlier of await deps.runs.waiting()) {
    if (earlier.id === run.id || earlier.state !== 'held' || !isSame(earlier, run, planDigest)) continue
    if (!(await readWaitingRun(deps, earlier.id, 'can be kept')).ok) continue
    for await (const ids of walkIds(deps.plans, run.id, pageSize)) {
      await forgetMarks(deps, earlier.id, run.id, ids.map(toRecordKey))
      const texts = withValues(ids, await deps.plans.readPageFingerprints(run.id, ids))
      await deps.plans.savePageFingerprints(
        earlier.id,
        texts.map(([id, text]) => ({ id, text })),
      )
    }
    // The state is written again because that also extends the time for which the plan is stored.
    const patch = { state: 'held', guards, refusal: null, plannedAgainBy: run.id } as const
    const kept = await deps.runs.update(earlier.id, patch, ['held'])
    if (kept !== undefined) return kept
  }
  return undefined
}

function isSame(earlier: Run, run: Run, planDigest: string): boolean {
  return (
    earlier.planDigest === planDigest &&
    earlier.kind === run.kind &&
    digestOf(earlier.scope) === digestOf(run.scope)
  )
}

/** Removes marks from the earlier plan: only records also marked for this plan were synced after it was made. */
async function forgetMarks(
  { resynced }: SyncDeps,
  earlierId: string,
  runId: string,
  keys: readonly RecordKey[],
): Promise<void> {
  const marks = await resynced.read(runId, keys)
  await resynced.forget(
    earlierId,
    keys.filter((_, index) => marks[index] === undefined),
  )
}

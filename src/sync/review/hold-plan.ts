import type { Change } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { createComparison } from './compare-plans.ts'
import { finishRun } from '../runs/finish-run.ts'
import { findUnread } from '../runs/find-unread.ts'
import { fingerprintPages } from './fingerprint-pages.ts'
import { keepHeldRun } from './keep-held.ts'
import type { Review } from './judge-plan.ts'
import { covers, type Run } from '../../core/run/run.ts'
import { sampleTemplate } from './sample-template.ts'
import { summarizePlan } from './summarize-plan.ts'
import { supersedeWaiting } from '../runs/supersede.ts'

/**
 * Leaves a reviewed run waiting with its plan, held or planned. Stores a fingerprint of the current page of every
 * planned record, and the digest of the plan. So an approval applies this plan to this state, or nothing.
 */
export async function holdPlan(
  deps: SyncDeps,
  run: Run,
  { state, verdicts, planned }: Review & { state: 'held' | 'planned' },
  signal: AbortSignal,
): Promise<void> {
  const held = state === 'held' ? await findHeld(deps, run) : undefined
  const comparison = held && createComparison(deps, run, held)
  const { planDigest, summary } = await summarizePlan(deps, run.id, async (changes) => {
    await keepPageFingerprints(deps, run.id, changes, signal)
    await comparison?.add(changes)
  })
  if (state === 'held') {
    if (await endAsSame(deps, run, { planDigest, planned, guards: verdicts })) return
    const difference = await comparison?.result()
    // Before the other plan is dropped: after a crash there would be nothing to compare.
    if (difference !== undefined) await deps.runs.update(run.id, { difference })
    await supersedeWaiting(deps, run, await findUnread(deps, run))
  }
  const samples = await sampleTemplate(deps, run.id, signal)
  await deps.runs.update(run.id, { planDigest, samples, summary })
  await finishRun(deps, run.id, { state, planned, guards: verdicts })
}

/** Ends a run whose plan is already waiting: only the held run with the earlier id remains. */
async function endAsSame(
  deps: SyncDeps,
  run: Run,
  { planDigest, planned, guards }: Pick<Run, 'planned' | 'guards'> & { planDigest: string },
): Promise<boolean> {
  const kept = await keepHeldRun(deps, run, { planDigest, guards })
  if (kept === undefined) return false
  await finishRun(deps, run.id, { state: 'superseded', samePlanAs: kept.id, planned })
  // Sent again only if a crash prevented it before, or if the reasons changed.
  await deps.notify(kept)
  return true
}

/** The newest held run that this one supersedes. */
async function findHeld(deps: SyncDeps, run: Run): Promise<Run | undefined> {
  const spared = await findUnread(deps, run)
  return (await deps.runs.waiting()).find(
    (one) => one.id !== run.id && one.state === 'held' && covers(run, one) && !spared.has(one.id),
  )
}

/** Keeps fingerprints from before a retry of the job, because the older state is the stricter comparison. */
async function keepPageFingerprints(
  deps: SyncDeps,
  runId: string,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<void> {
  const kept = await deps.plans.readPageFingerprints(runId, changes.map(recordId))
  const missing = changes.filter((_, index) => kept[index] === undefined)
  await deps.plans.savePageFingerprints(runId, await fingerprintPages(deps, missing, signal))
}

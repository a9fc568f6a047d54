import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { digestPlan } from './digest-plan.ts'
import { finishRun } from '../runs/finish-run.ts'
import { fingerprintPages } from './fingerprint-pages.ts'
import type { Review } from './review-plan.ts'
import type { Run } from '../../core/record/run.ts'
import { sampleTemplate } from './sample-template.ts'
import { walkPlan } from '../runs/walk-plan.ts'

const pageSize = 200

/**
 * Leaves a reviewed run waiting with its plan, held or planned. Keeps a fingerprint of the current page of every
 * planned record, and the digest of the plan. An approval thus applies this plan to this state, or nothing.
 */
export async function holdPlan(
  deps: SyncDeps,
  run: Run,
  { state, verdicts, planned }: Review & { state: 'held' | 'planned' },
  signal: AbortSignal,
): Promise<void> {
  await keepPageFingerprints(deps, run.id, signal)
  const planDigest = await digestPlan(deps, run.id)
  const samples = await sampleTemplate(deps, run.id)
  await deps.runs.update(run.id, { planDigest, samples })
  await finishRun(deps, run.id, { state, planned, guards: verdicts })
}

/** Fingerprints kept before a job was retried stay: the older state is the stricter comparison. */
async function keepPageFingerprints(deps: SyncDeps, runId: string, signal: AbortSignal): Promise<void> {
  for await (const changes of walkPlan(deps.plans, runId, pageSize)) {
    const kept = await deps.plans.readPageFingerprints(runId, changes.map(recordId))
    const missing = changes.filter((_, index) => kept[index] === undefined)
    await deps.plans.savePageFingerprints(runId, await fingerprintPages(deps, missing, signal))
  }
}

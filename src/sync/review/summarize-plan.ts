import type { Change, PlannedChange } from '../../core/run/change.ts'
import { createPlanSummary } from '../../core/plan/summarize-plan.ts'
import type { Product } from '../../core/record/product.ts'
import type { PlanSummary } from '../../core/run/plan-summary.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { walkPlan } from '../runs/walk-plan.ts'
import { createPlanDigest } from './digest-plan.ts'

const pageSize = 200

/**
 * The digest and the summary of a complete plan, from one walk over it, some hundred changes at a time. `also` receives
 * the same changes. Current products come from the snapshots.
 */
export async function summarizePlan(
  deps: SyncDeps,
  runId: string,
  also?: (changes: readonly Change[]) => Promise<void>,
): Promise<{ planDigest: string; summary: PlanSummary }> {
  const [digest, summary] = [createPlanDigest(deps), createPlanSummary()]
  for await (const all of walkPlan(deps.plans, runId, pageSize)) {
    await also?.(all)
    digest.add(all)
    for (const { change, current } of await withCurrent(deps, all)) summary.add(change, current)
  }
  return { planDigest: digest.result(), summary: summary.result() }
}

/** Planned changes, each with the product that its page shows now. */
export async function withCurrent(
  deps: SyncDeps,
  all: readonly Change[],
): Promise<{ change: PlannedChange; current: Product | undefined }[]> {
  const changes = all.filter((change): change is PlannedChange => change.kind !== 'revert')
  const mirrored = changes.filter(({ kind }) => kind === 'update' || kind === 'retire')
  const snapshots = await readOrUndefined(mirrored, (some) => deps.snapshots.read(some))
  const current = new Map(mirrored.map((change, index) => [recordId(change), snapshots[index]?.product]))
  return changes.map((change) => ({ change, current: current.get(recordId(change)) }))
}

import type { Change } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { PlanDifference, PlannedCounts, Run } from '../../core/record/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { countPlanned, walkIds, walkPlan } from '../runs/walk-plan.ts'
import { lineOf } from './digest-plan.ts'

const pageSize = 500

/**
 * The difference between a plan and an earlier one, by record; undefined if the earlier plan is no longer stored
 * completely.
 */
export async function comparePlans(
  { plans }: Pick<SyncDeps, 'plans'>,
  run: Run,
  earlier: Run,
): Promise<PlanDifference | undefined> {
  if ((await countPlanned(plans, earlier.id)) !== sumOf(earlier.planned)) return undefined
  const [added, removed, changed] = [none(), none(), none()]
  for await (const changes of walkPlan(plans, run.id, pageSize)) {
    const before = await plans.read(earlier.id, changes.map(recordId))
    for (const [index, change] of changes.entries()) {
      const was = before[index]
      if (was?.kind !== change.kind) {
        count(added, change.kind)
        if (was !== undefined) count(removed, was.kind)
      } else if (lineOf(was) !== lineOf(change)) count(changed, change.kind)
    }
  }
  for await (const ids of walkIds(plans, earlier.id, pageSize)) {
    const now = await plans.kinds(run.id, ids)
    const gone = ids.filter((_, index) => now[index] === undefined)
    for (const [, kind] of withValues(gone, await plans.kinds(earlier.id, gone))) count(removed, kind)
  }
  return { runId: earlier.id, added, removed, changed }
}

function none(): PlannedCounts {
  return { create: 0, update: 0, restore: 0, retire: 0 }
}

function count(counts: PlannedCounts, kind: Change['kind']): void {
  // An undo never waits, so these plans contain no reverts.
  if (kind !== 'revert') counts[kind]++
}

function sumOf(planned: PlannedCounts): number {
  return Object.values(planned).reduce((sum, each) => sum + each, 0)
}

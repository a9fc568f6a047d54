import type { Change } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { PlanDifference, PlannedCounts, Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { countPlanned, walkIds } from '../runs/walk-plan.ts'
import { lineOf } from './digest-plan.ts'

const pageSize = 500

/** Compares a plan with a held one, by record, while the changes of the plan are read. */
export function createComparison({ plans, runs }: SyncDeps, run: Run, held: Run) {
  const [added, removed, changed] = [none(), none(), none()]
  return {
    async add(changes: readonly Change[]): Promise<void> {
      const before = await plans.read(held.id, changes.map(recordId))
      for (const [index, change] of changes.entries()) {
        const was = before[index]
        if (was?.kind !== change.kind) {
          count(added, change.kind)
          if (was !== undefined) count(removed, was.kind)
        } else if (lineOf(was) !== lineOf(change)) count(changed, change.kind)
      }
    },

    /** The difference; undefined if the held plan no longer waits, or is no longer stored completely. */
    async result(): Promise<PlanDifference | undefined> {
      for await (const ids of walkIds(plans, held.id, pageSize)) {
        const now = await plans.kinds(run.id, ids)
        const gone = ids.filter((_, index) => now[index] === undefined)
        for (const [, kind] of withValues(gone, await plans.kinds(held.id, gone))) count(removed, kind)
      }
      // Checked last, because the held plan may be discarded while this one is read.
      const isWhole = (await countPlanned(plans, held.id)) === sumOf(held.planned)
      const waits = (await runs.state(held.id)) === 'held'
      return isWhole && waits ? { runId: held.id, added, removed, changed } : undefined
    },
  }
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

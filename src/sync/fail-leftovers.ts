import { toRecordKey } from '../core/record.ts'
import type { SyncDeps } from './deps.ts'
import type { PlanPart } from './ports/plans.ts'

const pageSize = 500

/** Gives every planned record that was neither written nor refused an outcome, so that none is silently lost. */
export async function failLeftovers(deps: Pick<SyncDeps, 'plans' | 'runs'>, runId: string): Promise<void> {
  const run = await deps.runs.read(runId)
  const why =
    run?.failure?.message ??
    'the CMS gave no usable answer to the batch that it was in, after all tries (the log has the cause). The page stays as it is, and the next run tries again'
  for (const part of ['write', 'retire'] as const satisfies PlanPart[]) {
    for (let offset = 0; ; offset += pageSize) {
      const ids = await deps.plans.list(runId, part, offset, pageSize)
      if (ids.length === 0) break
      const changes = await deps.plans.read(runId, ids)
      const left = ids.filter((_, index) => changes[index] !== undefined)
      await deps.runs.saveOutcomes(
        runId,
        left.map((id) => ({
          ...toRecordKey(id),
          result: 'failed',
          withOthers: true,
          reason: `not written: ${why}`,
        })),
      )
    }
  }
}

import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { PlanPart } from '../ports/plans.ts'
import { readReadable } from './readable.ts'

const pageSize = 500

/** Reports every planned record that was neither written nor refused as failed, so that none is silently lost. */
export async function failLeftovers(deps: SyncDeps, runId: string): Promise<void> {
  const run = await deps.runs.read(runId)
  const why =
    run?.failure?.message ??
    'the CMS gave no usable answer to its batch after all retries (see the log for the cause). The page is unchanged; the next run retries'
  for (const part of ['write', 'retire'] as const satisfies PlanPart[]) {
    for (let offset = 0; ; offset += pageSize) {
      const ids = await deps.plans.list(runId, part, offset, pageSize)
      if (ids.length === 0) break
      const { keys, found, damaged } = await readReadable(ids.map(toRecordKey), (some) =>
        deps.plans.read(runId, some.map(recordId)),
      )
      const left = keys.filter((_, index) => found[index] !== undefined)
      await deps.runs.saveOutcomes(runId, [
        ...damaged,
        ...left.map((key) => ({
          ...key,
          result: 'failed' as const,
          withOthers: true as const,
          reason: `not written: ${why}`,
        })),
      ])
    }
  }
}

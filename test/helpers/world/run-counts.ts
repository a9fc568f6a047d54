import type { Run } from '../../../src/core/record/run.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import type { World } from './mirror-world.ts'

/** The last run of a world. */
export async function lastRun({ redis }: World): Promise<Run> {
  const [run] = await createRuns(redis, createKeys('default')).list(1)
  if (run === undefined) throw new Error('there was no run')
  return run
}

/**
 * The records of a run that have an outcome. A record that is to be retired counts as absent, or has left the catalogue;
 * `kept` also counts written pages that keep an edit, here `edited`.
 */
export function sumOf({ kind, counts, planned }: Run, edited = 0): number {
  const { records: _, ...results } = counts
  const all = Object.values(results).reduce((sum, count) => sum + count, 0)
  return all - edited - (kind === 'sync' ? planned.retire : 0)
}

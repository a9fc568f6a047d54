import type { Run } from '../../../src/core/run/run.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import type { World } from './mirror-world.ts'

/** The last run of a world. */
export async function lastRun({ redis }: World): Promise<Run> {
  const [run] = await createRuns(redis, createKeys('default')).list(1)
  if (run === undefined) throw new Error('there was no run')
  return run
}

/** The number of records of a run with an outcome. */
export function sumOf({ counts }: Pick<Run, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.records
}

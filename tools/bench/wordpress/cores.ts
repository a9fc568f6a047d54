import { availableParallelism } from 'node:os'
import { run } from '../../../test/wordpress/engine/run.ts'

/** The cores of this machine that WordPress has for itself, and those of everything else; as `taskset` spells them. */
export type Cores = { engine: string; rest: string }

/** The upper half of the cores and the lower one; undefined with a single core. */
export function splitCores(): Cores | undefined {
  const count = availableParallelism()
  if (count < 2) return undefined
  const half = Math.floor(count / 2)
  return { engine: `${half}-${count - 1}`, rest: `0-${half - 1}` }
}

/** This process, and what it starts from now on, runs on these cores. */
export async function runOn(cores: string): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)])
}

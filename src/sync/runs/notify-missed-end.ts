import type { SyncDeps } from '../deps.ts'
import { isWhole, type RunState } from '../../core/record/run.ts'

const told: ReadonlySet<RunState> = new Set(['done', 'partial', 'failed', 'held'])

/**
 * Tells people how the last run over everything ended, where a process was killed between closing it and telling.
 * What they know is not told again; who approves a plan is answered at once, so that a refusal needs no notice here.
 */
export async function notifyMissedEnd({ runs, notify }: Pick<SyncDeps, 'runs' | 'notify'>): Promise<void> {
  const last = (await runs.list(20)).find((run) => run.kind === 'sync' && isWhole(run))
  if (last !== undefined && told.has(last.state) && last.refusal === undefined) await notify(last)
}

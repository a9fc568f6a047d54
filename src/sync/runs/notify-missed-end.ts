import type { SyncDeps } from '../deps.ts'
import { isWhole, type RunState } from '../../core/record/run.ts'

const noticeStates: ReadonlySet<RunState> = new Set(['done', 'partial', 'failed', 'held'])

/**
 * Sends the notice of the last full run if a process was killed between closing the run and sending it. Notices already
 * sent are not repeated. A person who approves a plan gets the answer at once, so a refusal needs no notice here.
 */
export async function notifyMissedEnd({ runs, notify }: Pick<SyncDeps, 'runs' | 'notify'>): Promise<void> {
  const last = (await runs.list(20)).find((run) => run.kind === 'sync' && isWhole(run))
  if (last !== undefined && noticeStates.has(last.state) && last.refusal === undefined) await notify(last)
}

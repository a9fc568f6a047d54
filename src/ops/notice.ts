import type { Run } from '../sync/run.ts'

/** What people are told about a run; `command` is what to type next. */
export type Notice = {
  event: 'held' | 'refused' | 'superseded' | 'failed' | 'partial' | 'drift' | Run['state']
  runId: string
  message: string
  digest?: string
  command?: string
}

/** A run that needs people, in one sentence each: what happened, and what to do. */
export function toNotice(run: Run): Notice {
  const { id: runId, state, planDigest } = run
  const about = { runId, ...(planDigest !== undefined && { digest: planDigest }) }
  if (state === 'held' && run.refusal !== undefined) {
    const command =
      /product-mirror (?:sync|verify --repair|approve \S+)$/.exec(run.refusal)?.[0] ?? 'product-mirror sync'
    return { event: 'refused', ...about, message: run.refusal, command }
  }
  if (state === 'held') {
    const message = run.guards.map((guard) => guard.message).join(' ')
    return { event: 'held', ...about, message, command: `product-mirror approve ${runId}` }
  }
  if (state === 'superseded') {
    const by = run.supersededBy ?? 'a later run'
    const message = `Run ${by} took the place of the plan of run ${runId}, which nobody had approved. Nothing of it was written.`
    return { event: 'superseded', ...about, message }
  }
  const drift = Object.entries(run.findings ?? {})
  if (state === 'done' && drift.length > 0) {
    const found = drift.map(([kind, count]) => `${count} ${kind}`).join(', ')
    const message = `Run ${runId} found pages that are not as the mirror left them: ${found}.`
    return { event: 'drift', ...about, message, command: 'product-mirror verify' }
  }
  return { event: state, ...about, message: endOf(run), command: 'product-mirror status' }
}

function endOf({ id, state, failure, counts }: Run): string {
  if (failure !== undefined) return `Run ${id} failed: ${failure.message}`
  if (state === 'partial') return `Run ${id} is done, but for ${counts.failed} of ${counts.records} records.`
  return `Run ${id} is ${state}.`
}

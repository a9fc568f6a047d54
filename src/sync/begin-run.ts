import type { SyncDeps } from './deps.ts'
import { finishRun } from './finish-run.ts'
import { activeStates, newRun, type Run, type RunScope } from './run.ts'

export type RunRequest = Pick<Run, 'kind' | 'trigger' | 'approved'> & { scope: RunScope }
export type Begun = { ok: true; run: Run } | { ok: false; activeRunId: string }

type Deps = Pick<SyncDeps, 'runs' | 'plans' | 'failing' | 'notify' | 'now' | 'log'>

/** Opens a run, unless another one is at work on this mirror; held plans of earlier runs are superseded. */
export async function beginRun(deps: Deps, request: RunRequest): Promise<Begun> {
  const now = deps.now()
  const run = newRun({ id: await deps.runs.nextId(now), ...request, createdAt: now.toISOString() })
  if (!(await deps.runs.begin(run)))
    return { ok: false, activeRunId: (await deps.runs.activeId()) ?? 'unknown' }
  // A dry run only looks: it leaves what waits for approval as it is.
  const earlierRuns = run.kind === 'sync' ? await deps.runs.list(50) : []
  for (const earlier of earlierRuns) {
    if (earlier.id !== run.id && (earlier.state === 'held' || earlier.state === 'planned')) {
      await deps.runs.update(earlier.id, { state: 'superseded' })
      deps.log.info({ runId: earlier.id, by: run.id }, 'held plan superseded')
    }
  }
  return { ok: true, run }
}

export type Approved = { ok: true; run: Run } | { ok: false; reason: string }

/** Approves the plan of a held or dry run; its changes are then applied exactly as planned. */
export async function approveRun(deps: Deps, runId: string): Promise<Approved> {
  const run = await deps.runs.read(runId)
  if (run === undefined) return { ok: false, reason: `There is no run ${runId}.` }
  if (run.state !== 'held' && run.state !== 'planned') {
    return { ok: false, reason: `Run ${runId} is ${run.state}; only a held or planned run can be approved.` }
  }
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  const stored = (await deps.plans.count(runId, 'write')) + (await deps.plans.count(runId, 'retire'))
  if (stored !== planned) {
    return {
      ok: false,
      reason: `The plan of run ${runId} is not kept any more. Start a new run: product-mirror sync`,
    }
  }
  const kind = run.kind === 'plan' ? 'sync' : run.kind
  if (!(await deps.runs.resume(runId, { approved: true, kind }))) {
    return {
      ok: false,
      reason: `Run ${(await deps.runs.activeId()) ?? '?'} is at work; approve ${runId} when it has ended.`,
    }
  }
  const approved = await deps.runs.read(runId)
  deps.log.info({ runId }, 'plan approved')
  return approved ? { ok: true, run: approved } : { ok: false, reason: `There is no run ${runId}.` }
}

/** Cancels a run: what is under way is finished, nothing more is begun. */
export async function cancelRun(deps: Deps, runId: string): Promise<Approved> {
  const run = await deps.runs.read(runId)
  if (run === undefined) return { ok: false, reason: `There is no run ${runId}.` }
  if (!activeStates.includes(run.state) && run.state !== 'held' && run.state !== 'planned') {
    return { ok: false, reason: `Run ${runId} is ${run.state} already.` }
  }
  const cancelled = activeStates.includes(run.state)
    ? await finishRun(deps, runId, { state: 'cancelled' })
    : await deps.runs.update(runId, { state: 'cancelled', finishedAt: deps.now().toISOString() })
  return cancelled ? { ok: true, run: cancelled } : { ok: false, reason: `There is no run ${runId}.` }
}

import type { PartOfPlan } from '../../core/plan/approved-parts.ts'
import type { Stores } from '../../store/stores.ts'
import type { RunDeps } from '../deps.ts'
import { damagedNotes } from './add-notes.ts'
import { choosePart } from './choose-part.ts'
import { finishRun } from './finish-run.ts'
import { activeStates, isProductRun, isWaiting, newRun, waitingStates, type Run } from '../../core/run/run.ts'
import { supersedeAtStart } from './supersede.ts'
import { countPlanned } from './walk-plan.ts'
import type { Command, Objection } from '../../core/reasons/command.ts'

export type RunRequest = Pick<Run, 'kind' | 'trigger' | 'approved' | 'scope'> &
  Partial<Pick<Run, 'repair' | 'rewrite'>>
export type Begun = { ok: true; run: Run } | { ok: false; activeRunId: string }

/**
 * Starts a run unless an active run excludes it. A product run can run in parallel with a sync and a dry run; all other
 * runs hold the lock of the mirror.
 */
export async function beginRun(deps: RunDeps, request: RunRequest): Promise<Begun> {
  const now = deps.now()
  const moved = await deps.damaged.moveForeign(now.getTime())
  const id = await deps.runs.nextId(now)
  const run = { ...newRun({ id, ...request, createdAt: now.toISOString() }), notes: damagedNotes(moved) }
  const begun = isProductRun(run) ? await deps.runs.beginProducts(run) : await deps.runs.begin(run)
  if (!begun) return { ok: false, activeRunId: (await findActive(deps.runs)) ?? 'unknown' }
  return { ok: true, run: await supersedeAtStart(deps, run) }
}

/** The run with the lock, or else a product run. */
export async function findActive(runs: Stores['runs']): Promise<string | undefined> {
  return (await runs.activeId()) ?? (await runs.products())[0]
}

/** `why` a run cannot be approved or cancelled: a wrong request (`misuse`), or another active run (`busy`). */
export type Approved = { ok: true; run: Run } | ({ ok: false; why: 'misuse' | 'busy' } & Objection)

/**
 * Approves the plan of a held or dry run, which takes the lock. Its changes are applied exactly as planned, or not at
 * all if the partner or the CMS changed in the meantime; the job checks that first. With `part`, this applies to that
 * part, and the rest waits as a separate run; a part that is the whole plan leaves no rest.
 */
export async function approveRun(deps: RunDeps, runId: string, part?: PartOfPlan): Promise<Approved> {
  const moved = await deps.damaged.moveForeign(deps.now().getTime(), { runs: [runId] })
  const waiting = await readWaitingRun(deps, runId, 'can be approved')
  if (!waiting.ok) return misuse(waiting.reason, waiting.command)
  const { run } = waiting
  const kind = run.kind === 'plan' ? 'sync' : run.kind
  const chosen = await choosePart(deps, run, part)
  if (!chosen.ok) return misuse(chosen.fault)
  const { part: approvedPart } = chosen
  const now = deps.now()
  const patch: Partial<Run> = {
    approved: true,
    kind,
    approvedAt: now.toISOString(),
    approvedPart,
    waitedMs: waitedBy(run, now),
    notes: [...run.notes, ...damagedNotes(moved)],
  }
  if (!(await deps.runs.resume(runId, patch))) {
    const active = (await findActive(deps.runs)) ?? '?'
    const reason = `Run ${active} is active; approve ${runId} when it has ended.`
    return { ok: false, why: 'busy', reason }
  }
  const approved = await deps.runs.read(runId)
  deps.log.info({ runId }, 'plan approved')
  return approved ? { ok: true, run: approved } : misuse(`Run ${runId} does not exist.`)
}

/** Cancels a run: the batch in flight is finished, and no other work is started. */
export async function cancelRun(deps: RunDeps, runId: string): Promise<Approved> {
  const run = await deps.runs.read(runId)
  if (run === undefined) return misuse(`Run ${runId} does not exist.`, listRuns)
  const isActive = activeStates.includes(run.state)
  if (!isActive && !isWaiting(run)) return misuse(`Run ${runId} is ${run.state} already.`)
  const cancelled = isActive
    ? await finishRun(deps, runId, { state: 'cancelled' })
    : await dropPlan(deps, run)
  return cancelled
    ? { ok: true, run: cancelled }
    : misuse(`Run ${runId} was approved or ended just now.`, listRuns)
}

async function dropPlan({ runs, now }: RunDeps, run: Run): Promise<Run | undefined> {
  const at = now()
  const patch = { state: 'cancelled', finishedAt: at.toISOString(), waitedMs: waitedBy(run, at) } as const
  return runs.update(run.id, patch, waitingStates)
}

/** Milliseconds since a plan started to wait for approval. */
function waitedBy({ createdAt, finishedAt = createdAt }: Run, now: Date): number {
  return now.getTime() - Date.parse(finishedAt)
}

/** The command that lists the last runs. */
export const listRuns: Command = { lead: 'See', argv: ['status'] }

function misuse(reason: string, command?: Command): Approved {
  return { ok: false, why: 'misuse', reason, command }
}

/**
 * Reads a held or planned run with its whole plan. `only` ends the sentence that explains a refusal: `can be approved`.
 */
export async function readWaitingRun(
  { runs, plans }: Stores,
  runId: string,
  only: string,
): Promise<{ ok: true; run: Run } | ({ ok: false } & Objection)> {
  const refuse = (reason: string, command?: Command) => ({ ok: false as const, reason, command })
  const run = await runs.read(runId)
  if (run === undefined) return refuse(`Run ${runId} does not exist.`, listRuns)
  if (!isWaiting(run)) {
    const by = run.supersededBy === undefined ? '' : ` by ${run.supersededBy}`
    return refuse(`Run ${runId} is ${run.state}${by}; only a held or planned run ${only}.`)
  }
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  return (await countPlanned(plans, runId)) === planned
    ? { ok: true, run }
    : refuse(`The plan of run ${runId} is no longer stored.`, { lead: 'Start a new run', argv: ['sync'] })
}

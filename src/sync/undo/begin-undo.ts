import { damagedNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { activeStates, newRun, type Run, type UndoPart } from '../../core/run/run.ts'
import { countUndoPart, isWholeUndo, plannedFor } from './count-undo-part.ts'
import { findActive, listRuns } from '../runs/begin-run.ts'
import { supersedeAtStart } from '../runs/supersede.ts'
import type { Objection } from '../../core/reasons/command.ts'

/** `part` limits the undo; without it, everything that the run wrote is reverted. */
export type UndoRequest = { undoes: string; trigger: Run['trigger']; part?: UndoPart | undefined }

/** `why` a run cannot be undone: the request is invalid, or another run is active. */
export type BegunUndo = { ok: true; run: Run } | ({ ok: false; why: 'misuse' | 'busy' } & Objection)

const keptDays = 30

/** Starts a run that reverts the writes of another one, if possible. */
export async function beginUndo(
  deps: SyncDeps,
  { undoes, trigger, part = {} }: UndoRequest,
): Promise<BegunUndo> {
  const now = deps.now()
  const moved = await deps.damaged.moveForeign(now.getTime(), { runs: [undoes] })
  const undone = await deps.runs.read(undoes)
  if (undone === undefined)
    return { ok: false, why: 'misuse', reason: `Run ${undoes} does not exist.`, command: listRuns }
  if (activeStates.includes(undone.state)) {
    const reason = `Run ${undoes} is active. Wait until it has ended, or cancel it; then undo it.`
    return { ok: false, why: 'busy', reason }
  }
  const objection = objectionTo(undone, now)
  if (objection !== undefined) return misuse(objection)
  const counted = isWholeUndo(part)
    ? { ok: true as const, planned: plannedFor(undone.counts) }
    : await countUndoPart(deps, undoes, part)
  if (!counted.ok) return misuse(counted.fault)
  const run = {
    ...newRun({
      id: await deps.runs.nextId(now),
      kind: 'undo',
      undoes,
      ...(!isWholeUndo(part) && { undoPart: part }),
      trigger,
      state: 'writing',
      // An undo is started on request, so no guard holds it.
      approved: true,
      scope: {},
      languages: undone.languages,
      createdAt: now.toISOString(),
      planned: counted.planned,
    }),
    notes: damagedNotes(moved),
  }
  if (!(await deps.runs.begin(run))) {
    const reason = `Run ${(await findActive(deps.runs)) ?? '?'} is active. Undo ${undoes} when it has ended.`
    return { ok: false, why: 'busy', reason }
  }
  deps.log.info({ runId: run.id, undoes }, 'undo started')
  return { ok: true, run: await supersedeAtStart(deps, run) }
}

function objectionTo(undone: Run, now: Date): string | undefined {
  const { id, kind, state } = undone
  if (kind === 'plan') return `Run ${id} was a dry run: it wrote nothing, so there is nothing to undo.`
  if (state === 'held') return `Run ${id} is held: it has written nothing yet. To drop it, cancel it.`
  if (Object.values(plannedFor(undone.counts)).every((count) => count === 0))
    return `Run ${id} changed no page: there is nothing to undo.`
  const ended = undone.finishedAt ?? undone.createdAt
  if (now.getTime() - Date.parse(ended) > keptDays * 24 * 3600 * 1000)
    return `Run ${id} ended on ${ended.slice(0, 10)}: previous text is kept for ${keptDays} days only. The CMS’s own revisions may still have it.`
  return undefined
}

function misuse(reason: string): BegunUndo {
  return { ok: false, why: 'misuse', reason }
}

import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../../../jobs/control.ts'
import type { Mirror } from '../../mirror.ts'
import type { Approved } from '../../sync/runs/begin-run.ts'
import type { Run } from '../../core/record/run.ts'
import { agreesToUndo } from '../shared/confirm-undo.ts'
import { choosePlan } from '../shared/choose-plan.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import type { SyncOptions } from './run-options.ts'

/** `resumed`: it is one that a killed process left behind. */
export type Begun =
  | { ok: true; runId: string; resumed?: true }
  | { ok: false; reason: string; exitCode: number }

/** Begins the run; one that a killed process left behind is taken up and finished instead. */
export async function begin(mirror: Mirror, options: SyncOptions, stop: AbortSignal): Promise<Begun> {
  const { log } = mirror.sync
  await mirror.assertUsable()
  const others = await mirror.queues.runs.getWorkersCount()
  if (others === 0) {
    const interrupted = await resumeInterrupted(mirror)
    if (interrupted !== undefined) {
      log.warn({ runId: interrupted }, 'finishing the interrupted run')
      return { ok: true, runId: interrupted, resumed: true }
    }
  }
  return beginAsked(mirror, options, stop)
}

/** Begins what was asked for: a run, an undo, or the plan of a run that waits. */
export async function beginAsked(mirror: Mirror, options: SyncOptions, stop: AbortSignal): Promise<Begun> {
  if (options.approves !== undefined) {
    const chosen = await choosePlan(mirror.sync.runs, options.approves, process, stop)
    if (!chosen.ok) return chosen
    const { runId } = chosen
    const approved = await enqueueApproved(mirror, runId)
    await note(mirror, 'approve', runId, approved, () => `The plan of run ${runId} is approved.`)
    return toBegun(approved)
  }
  if (options.undoes !== undefined) {
    if (options.asks && !(await agreesToUndo(mirror.sync.runs, options.undoes, process, stop)))
      return { ok: false, reason: 'Nothing was put back.', exitCode: exitCodes.cancelled }
    const { undoes } = options
    const begun = await enqueueUndo(mirror, { undoes, trigger: 'cli' })
    await note(mirror, 'undo', undoes, begun, ({ id }) => `Run ${id} puts back what run ${undoes} wrote.`)
    return toBegun(begun)
  }
  const unserved = options.language && (await findUnserved(mirror, options.language, stop))
  if (unserved !== undefined) return { ok: false, reason: unserved, exitCode: exitCodes.badConfiguration }
  const begun = await enqueueRun(mirror, {
    kind: options.kind,
    trigger: 'cli',
    approved: options.approve === true,
    ...(options.repair === true && { repair: true }),
    scope: {
      ...(options.gtin && { gtins: options.gtin }),
      ...(options.language && { languages: options.language }),
    },
  })
  return begun.ok
    ? { ok: true, runId: begun.run.id }
    : {
        ok: false,
        reason: `Run ${begun.activeRunId} is at work. Wait for it (product-mirror status) or cancel it.`,
        exitCode: exitCodes.otherRunActive,
      }
}

/** Why a run over these languages would be one over none, or not over all of them; undefined: the partner has them. */
async function findUnserved(
  { sync }: Mirror,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  // What is the matter with the partner itself, the run finds and reports.
  const served = await sync.partner.fetchLanguages(signal).catch(() => languages)
  const unserved = languages.filter((language) => !served.includes(language))
  if (unserved.length === 0) return undefined
  return `--language ${unserved.join(', ')}: the partner does not serve it. It lists ${served.join(', ') || 'no language'}.`
}

async function note(
  { store, sync }: Mirror,
  action: string,
  runId: string,
  answer: Approved,
  say: (run: Run) => string,
): Promise<void> {
  const result = answer.ok ? say(answer.run) : answer.reason
  await recordAuditEntry(store, sync.log, { action, subject: `run ${runId}`, done: answer.ok, result })
}

function toBegun(answer: Approved): Begun {
  if (answer.ok) return { ok: true, runId: answer.run.id }
  const exitCode = answer.why === 'busy' ? exitCodes.otherRunActive : exitCodes.badConfiguration
  return { ok: false, reason: answer.reason, exitCode }
}

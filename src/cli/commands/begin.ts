import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../../../jobs/control.ts'
import type { Mirror } from '../../mirror/mirror.ts'
import type { Approved } from '../../sync/runs/begin-run.ts'
import { activeStates, isProductRun, type Run, type RunScope } from '../../core/run/run.ts'
import type { PlanFormat } from '../output/print-plan.ts'
import { choosePlan, confirmUndo, type Approves } from '../shared/confirm.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { inform, warn } from '../terminal/print.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { commandText, objectionText } from '../../core/reasons/command.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

export type SyncOptions = {
  kind: Run['kind']
  gtin?: string[]
  language?: string[]
  json?: boolean
  /** Log every job, and print the whole report even without a terminal. */
  verbose?: boolean
  approve?: boolean
  format?: PlanFormat
  /** The verify also repairs. */
  repair?: boolean
  /** The sync writes every page again. */
  rewrite?: boolean
  /** Apply the plan of a held or dry run instead of starting a run. */
  approves?: Approves
  undoes?: string
  asks?: boolean
  /** Why the run may write outside the write windows. */
  writeNow?: string
}

/** The started run, or the reason why none was started; `resumed`: a killed process left it behind. */
export type Begun =
  | { ok: true; runId: string; resumed?: true }
  | { ok: false; reason: string; exitCode: number }

/** Starts the requested run, or resumes one that a killed process left behind. */
export async function begin(mirror: Mirror, options: SyncOptions, stop: AbortSignal): Promise<Begun> {
  await mirror.store.assertWritable()
  for (const moved of await mirror.assertUsable()) warn(`Redis: ${moved}.`)
  await mirror.assertMap(stop)
  const others = await mirror.queues.runs.getWorkersCount()
  if (others === 0) {
    const interrupted = await resumeInterrupted(mirror)
    if (interrupted !== undefined) {
      inform(`Finishing the interrupted run ${interrupted}.`)
      return { ok: true, runId: interrupted, resumed: true }
    }
  }
  // During another run, only a product run may start, whatever the settings.
  const mayBegin = isProductRun({ kind: options.kind, scope: scopeOf(options) })
  const isShared = others > 0 && (mayBegin || (await mirror.sync.runs.activeId()) === undefined)
  const refusal = isShared ? await findOtherSettings(mirror) : undefined
  if (refusal !== undefined) return { ok: false, reason: refusal, exitCode: exitCodes.badConfiguration }
  return beginRequested(mirror, options, stop)
}

/** Why this process may not share a run with the daemon; differences of policy are only reported. */
async function findOtherSettings(mirror: Mirror): Promise<string | undefined> {
  const { upstreams, policy } = await mirror.findDifferences()
  if (upstreams.length > 0)
    return `The daemon of this mirror has another ${upstreams.join(', ')}, and would do a part of this run with it. Run the command with the daemon’s settings, or stop the daemon first.`
  if (policy.length > 0)
    inform(
      `The daemon of this mirror has another ${policy.join(', ')}. The daemon applies its own settings to its part of this run.`,
    )
  return undefined
}

/** Starts the requested run or undo, or applies the plan of a waiting run. */
export async function beginRequested(
  mirror: Mirror,
  options: SyncOptions,
  stop: AbortSignal,
): Promise<Begun> {
  const { writeNow } = options
  if (options.approves !== undefined) {
    const waiting = await allowWaitingRun(mirror, options)
    if (waiting !== undefined) return { ok: true, runId: waiting }
    const chosen = await choosePlan(mirror.sync.runs, options.approves, process, stop)
    if (!chosen.ok) return chosen
    const { runId } = chosen
    const { only } = options.approves
    const { writePauses } = mirror.sync
    // An earlier approval may have allowed it.
    await (writeNow === undefined ? writePauses.forgetNow(runId) : writePauses.allowNow(runId, writeNow))
    const approved = await enqueueApproved(mirror, runId, only)
    if (approved.ok) await recordWriteNow(mirror, runId, writeNow)
    else await writePauses.forgetNow(runId)
    const done = `${only === undefined ? 'The plan' : `Of the plan, only the ${only}`} of run ${runId} ${only === undefined ? 'is' : 'are'} approved.`
    const action = only === undefined ? 'approve' : `approve only ${only}`
    return record(mirror, { action, runId, answer: approved, done })
  }
  if (options.undoes !== undefined) {
    if (options.asks && !(await confirmUndo(mirror.sync.runs, options.undoes, process, stop)))
      return { ok: false, reason: 'Nothing was undone.', exitCode: exitCodes.cancelled }
    const { undoes } = options
    const started = await enqueueUndo(mirror, {
      undoes,
      trigger: 'cli',
      ...(writeNow !== undefined && { writeNow }),
    })
    if (started.ok) await recordWriteNow(mirror, started.run.id, writeNow)
    const done = started.ok ? `Run ${started.run.id} undoes run ${undoes}.` : ''
    return record(mirror, { action: 'undo', runId: undoes, answer: started, done })
  }
  const unserved = options.language && (await findUnserved(mirror, options.language, stop))
  if (unserved !== undefined) return { ok: false, reason: unserved, exitCode: exitCodes.badConfiguration }
  const begun = await enqueueRun(mirror, {
    kind: options.kind,
    trigger: 'cli',
    approved: options.approve === true,
    ...(options.repair === true && { repair: true }),
    ...(options.rewrite === true && { rewrite: true }),
    ...(writeNow !== undefined && { writeNow }),
    scope: scopeOf(options),
  })
  if (begun.ok) await recordWriteNow(mirror, begun.run.id, writeNow)
  return begun.ok
    ? { ok: true, runId: begun.run.id }
    : {
        ok: false,
        reason: `Run ${begun.activeRunId} is active. Wait for it (${commandText({ argv: ['status'] }, namedMirror())}) or cancel it.`,
        exitCode: exitCodes.otherRunActive,
      }
}

/** Lets the active run that is to be approved write now, if it only waits for a write window. Returns its id. */
async function allowWaitingRun(
  mirror: Mirror,
  { approves, writeNow }: SyncOptions,
): Promise<string | undefined> {
  const runId = approves?.runId
  if (writeNow === undefined || runId === undefined) return undefined
  const run = await mirror.sync.runs.read(runId)
  if (run === undefined || !activeStates.includes(run.state)) return undefined
  await mirror.sync.writePauses.allowNow(runId, writeNow)
  await recordWriteNow(mirror, runId, writeNow)
  return runId
}

async function recordWriteNow(
  { store, sync }: Mirror,
  runId: string,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return
  const result = `Run ${runId} may write outside the write windows: ${reason}`
  await recordAuditEntry(
    { store, log: sync.log },
    { action: 'write now', subject: `run ${runId}`, done: true, result },
  )
}

function scopeOf({ gtin, language }: SyncOptions): RunScope {
  return { ...(gtin && { gtins: gtin }), ...(language && { languages: language }) }
}

/** An error message with the languages that the partner does not serve; undefined if it serves all. */
async function findUnserved(
  { sync }: Mirror,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  // The run itself reports a partner that is down.
  const served = await sync.partner.fetchLanguages(signal).catch(() => languages)
  const unserved = languages.filter((language) => !served.includes(language))
  if (unserved.length === 0) return undefined
  return `--language ${unserved.join(', ')}: the partner does not serve it. It lists ${served.join(', ') || 'no language'}.`
}

/** Adds an approval or undo to the audit log, and returns its result. */
async function record(
  { store, sync }: Mirror,
  { action, runId, answer, done }: { action: string; runId: string; answer: Approved; done: string },
): Promise<Begun> {
  const result = answer.ok ? done : objectionText(answer, namedMirror())
  await recordAuditEntry(
    { store, log: sync.log },
    { action, subject: `run ${runId}`, done: answer.ok, result },
  )
  if (answer.ok) return { ok: true, runId: answer.run.id }
  const exitCode = answer.why === 'busy' ? exitCodes.otherRunActive : exitCodes.badConfiguration
  return { ok: false, reason: result, exitCode }
}

import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../../../jobs/control.ts'
import type { Mirror } from '../../mirror/mirror.ts'
import type { Approved } from '../../sync/runs/begin-run.ts'
import { allowActiveNow } from '../../sync/runs/pause-writes.ts'
import { compact } from '../../lib/compact.ts'
import { describeUndoPart } from '../../core/report/undo-part.ts'
import { isProductRun, type Run, type RunScope, type UndoPart } from '../../core/run/run.ts'
import type { PlanFormat } from '../output/print-plan.ts'
import { choosePlan, confirmUndo, type Approves } from '../shared/confirm.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { inform, warn } from '../terminal/print.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { commandText, objectionText } from '../../core/reasons/command.ts'
import { writeNowText } from '../../core/report/pauses.ts'
import { describeApproved, nameOfPart } from '../../core/report/plan-part.ts'
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
  /** The part of the undone run to revert. */
  undoPart?: UndoPart
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
    const { part } = options.approves
    const approved = await enqueueApproved(mirror, runId, part, writeNow)
    if (approved.ok) await recordWriteNow(mirror, runId, writeNow)
    const done = approved.ok ? `Approved ${describeApproved(approved.run, part)}.` : ''
    const action = part === undefined ? 'approve' : `approve ${nameOfPart(part)}`
    return record(mirror, { action, runId, answer: approved, done })
  }
  if (options.undoes !== undefined) {
    const { undoes, undoPart: part } = options
    if (options.asks && !(await confirmUndo(mirror.sync.runs, { runId: undoes, part }, process, stop)))
      return { ok: false, reason: 'Nothing was undone.', exitCode: exitCodes.cancelled }
    const allowed = compact({ writeNow })
    const started = await enqueueUndo(mirror, { undoes, trigger: 'cli', part, ...allowed })
    if (started.ok) await recordWriteNow(mirror, started.run.id, writeNow)
    const words = describeUndoPart(part)
    const only = words === undefined ? '' : ` Only ${words}.`
    const done = started.ok ? `Run ${started.run.id} undoes run ${undoes}.${only}` : ''
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
  if ((await allowActiveNow(mirror.sync, runId, writeNow)) === undefined) return undefined
  await recordWriteNow(mirror, runId, writeNow)
  return runId
}

async function recordWriteNow(
  { store, sync }: Mirror,
  runId: string,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return
  const result = writeNowText(runId, reason)
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

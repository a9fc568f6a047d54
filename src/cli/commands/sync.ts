import { readConfig, type Config } from '../../../config/daemon.ts'
import { createLogger, type LoggerOptions } from '../../lib/logger.ts'
import { exitWithin, listenForStop } from '../../lib/shutdown.ts'
import { openMirror, type Mirror } from '../../mirror/mirror.ts'
import { openStore } from '../../store/open.ts'
import type { WritePause } from '../../core/report/pauses.ts'
import { describeRun } from '../../core/report/run-summary.ts'
import { isWaiting, type Run } from '../../core/run/run.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { begin, beginRequested, type Begun, type SyncOptions } from './begin.ts'
import { exitCodeOf, exitCodeOfError, exitCodes } from '../shared/exit-codes.ts'
import { givingUp } from '../shared/with-store.ts'
import { readLeft, toLeftLines } from '../output/list-unresolved.ts'
import { cleanLine, printFindings } from '../output/print-findings.ts'
import { printPlan } from '../output/print-plan.ts'
import { announceLimits } from '../output/announce-limits.ts'
import { createProgress, type Progress } from '../output/progress.ts'
import { toHeldLines } from '../output/held-lines.ts'
import { toReport } from '../json/run-report.ts'
import { toBriefLines, toErrorLines, toLines } from '../output/report.ts'
import { waitForRun } from '../shared/wait-for-run.ts'
import { inform, print, printJson, printsOnlyErrors, warn } from '../terminal/print.ts'

/**
 * Executes one run in this process, prints its report and exits with its exit code, or with the one that `end` returns
 * for it.
 */
export async function syncOnce(
  env: NodeJS.ProcessEnv,
  options: SyncOptions,
  end: (exitCode: number) => number = (exitCode) => exitCode,
): Promise<never> {
  const { undoPart = {} } = options
  for (const gtin of [...(options.gtin ?? []), ...(undoPart.gtins ?? [])]) assertRecord(gtin, undefined)
  for (const language of [...(options.language ?? []), ...(undoPart.languages ?? [])])
    assertRecord(undefined, language)
  const config = readConfig(env)
  // Without a terminal only the result and problems are printed.
  const quiet =
    asksForJson(options) || printsOnlyErrors() || (!process.stderr.isTTY && options.verbose !== true)
  const log = createLogger({ ...linesOf(env, config, options), destination: 'stderr' })
  const stop = listenForStop(log)
  const mirror = await openMirror(config, log, await openStore(config, log, givingUp(config)))
  const begun = await beginWorking(mirror, options, stop).catch(async (error: unknown) => {
    await mirror.stop()
    throw error
  })
  if (!begun.ok) {
    warn(begun.reason)
    return exitWithin(10_000, end(begun.exitCode), () => mirror.stop(), log)
  }
  const progress = announceLimits(
    createProgress(process.stderr, quiet, env),
    {
      limits: () => mirror.health.limited(),
      outages: () => mirror.health.outages(),
      writePause: () => pauseFor(options, mirror.health.writePause()),
    },
    inform,
  )
  const exitCode = await follow(mirror, begun, { options, progress, stop, env }).catch((error: unknown) => {
    if (stop.aborted) {
      warn(`Stopped. The next sync or a daemon resumes run ${begun.runId}.`)
      return exitCodes.cancelled
    }
    log.error({ err: error }, 'run could not be followed')
    return exitCodeOfError(error)
  })
  return exitWithin(18_000, end(exitCode), () => mirror.stop(), log)
}

async function beginWorking(mirror: Mirror, options: SyncOptions, stop: AbortSignal): Promise<Begun> {
  const begun = await begin(mirror, options, stop)
  if (begun.ok) await mirror.start({ asDaemon: false, signal: stop })
  return begun
}

/** A closed window does not stop a run that may write now. */
function pauseFor({ writeNow }: SyncOptions, pause: WritePause | undefined): WritePause | undefined {
  return writeNow !== undefined && pause?.code === 'outside-windows' ? undefined : pause
}

/**
 * Job lines and retries appear only on request: the report contains the result and every remaining problem.
 */
function linesOf(
  env: NodeJS.ProcessEnv,
  { logLevel }: Config,
  { verbose }: SyncOptions,
): Pick<LoggerOptions, 'level' | 'without'> {
  const isChosen = [env['LOG_LEVEL'], env['LOG_LEVEL_FILE']].some((value) => (value ?? '') !== '')
  if (printsOnlyErrors() && logLevel !== 'silent') return { level: 'error', without: ['job failed'] }
  if (isChosen || printsOnlyErrors()) return { level: logLevel }
  return verbose ? { level: 'info' } : { level: 'error', without: ['job failed'] }
}

function asksForJson({ json, format }: SyncOptions): boolean {
  return json === true || format === 'json'
}

/**
 * Waits for the run and prints it. If it is a resumed run other than the requested one, the requested one
 * follows.
 */
async function follow(
  mirror: Mirror,
  begun: Begun,
  terms: { options: SyncOptions; progress: Progress; stop: AbortSignal; env: NodeJS.ProcessEnv },
): Promise<number> {
  const { options, progress, stop, env } = terms
  if (!begun.ok) {
    warn(begun.reason)
    return begun.exitCode
  }
  const run = await waitForRun(mirror.sync.runs, begun.runId, progress, stop)
  const other =
    run.kind !== options.kind ||
    run.undoes !== options.undoes ||
    (options.approves !== undefined && run.id !== options.approves.runId) ||
    (options.repair === true && run.repair !== true) ||
    (options.rewrite === true && run.rewrite !== true)
  if (begun.resumed && other) return follow(mirror, await beginRequested(mirror, options, stop), terms)
  if (run.samePlanAs !== undefined) await printSame(mirror, run, options)
  else await printRun(mirror, run, options, env)
  if (printsOnlyErrors() || asksForJson(options)) for (const line of toErrorLines(run)) warn(line)
  return exitCodeOf(run)
}

/** Prints the held run with the same plan, because that is the run to approve. */
async function printSame(mirror: Mirror, run: Run, options: SyncOptions): Promise<void> {
  const held = run.samePlanAs === undefined ? undefined : await mirror.sync.runs.read(run.samePlanAs)
  if (options.json) printJson(toReport(held ?? run))
  else {
    print([describeRun(run), ...(held === undefined ? [] : toHeldLines(held))])
    await printFailures(mirror, run)
  }
}

async function printRun(
  mirror: Mirror,
  run: Run,
  options: SyncOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const compared = run.kind === 'verify' && (run.state === 'done' || run.state === 'partial')
  if (compared) {
    await printFindings(mirror.sync.findings, run, options.json)
    if (!options.json) await printFailures(mirror, run)
    // Without a terminal, no output means a clean verify.
    const clean = process.stderr.isTTY && !options.json ? cleanLine(run) : undefined
    if (clean !== undefined) inform(clean)
  } else if (options.kind === 'plan')
    await printPlan(mirror.sync, run, {
      format: options.format ?? 'text',
      out: process.stdout,
      env,
    })
  else if (options.json) printJson(toReport(run))
  else {
    print(process.stdout.isTTY || options.verbose ? toLines(run) : toBriefLines(run))
    await printFailures(mirror, run)
    const rest = run.rest === undefined ? undefined : await mirror.sync.runs.read(run.rest)
    if (rest !== undefined && isWaiting(rest)) print(toHeldLines(rest))
  }
}

/** Lists the records that need attention; after an undo, this includes those that it left unchanged. */
async function printFailures({ sync }: Mirror, run: Run): Promise<void> {
  const left = await readLeft(
    sync.runs,
    run.id,
    run.kind === 'undo' ? ['failed', 'kept'] : ['failed', 'held'],
  )
  if (left.length > 0) print(['Left unchanged:', ...toLeftLines(left, run)])
}

import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../../jobs/control.ts'
import { readConfig } from '../../config/daemon.ts'
import { createLogger } from '../lib/logger.ts'
import { exitWithin, listenForStop } from '../lib/shutdown.ts'
import { openMirror, type Mirror } from '../mirror.ts'
import type { Approved } from '../sync/begin-run.ts'
import type { Run } from '../sync/run.ts'
import { exitCodeOf, exitCodeOfError, exitCodes } from './exit-codes.ts'
import { toPlain } from './plain.ts'
import { printPlan, type PlanFormat } from './print-plan.ts'
import { createProgress, type Progress } from './progress.ts'
import { toLines, toReport } from './report.ts'
import { printFindings } from './verify.ts'
import { waitForRun } from './wait-for-run.ts'

export type SyncOptions = {
  kind: Run['kind']
  gtin?: string[]
  language?: string[]
  json?: boolean
  approve?: boolean
  format?: PlanFormat
  /** A verify mends what is the mirror's to mend. */
  repair?: boolean
  /** Apply this held or dry run's plan instead of starting a run. */
  runId?: string
  /** Put back what this run wrote. */
  undoes?: string
}

/** `resumed`: it is one that a killed process left behind. */
type Begun = { ok: true; runId: string; resumed?: true } | { ok: false; reason: string; exitCode: number }

/** Does one run in this process, waits for its end, prints its report and exits with its code. */
export async function syncOnce(env: NodeJS.ProcessEnv, options: SyncOptions): Promise<never> {
  const config = readConfig(env)
  const verifies = options.kind === 'verify'
  const { isTTY } = process.stderr
  const quiet = options.json === true || options.format !== undefined || (verifies && !isTTY)
  const log = createLogger({
    // Whoever looks at a terminal sees the progress and the report; a verify that finds nothing says nothing.
    level: (isTTY || verifies) && config.logLevel === 'info' ? 'warn' : config.logLevel,
    destination: 'stderr',
  })
  const stop = listenForStop(log)
  const mirror = await openMirror(config, log)
  const begun = await begin(mirror, options).catch(async (error: unknown) => {
    await mirror.close()
    throw error
  })
  if (!begun.ok) {
    process.stderr.write(`${begun.reason}\n`)
    return exitWithin(10_000, begun.exitCode, () => mirror.close(), log)
  }
  const workers = await mirror.work({ schedule: false })
  const progress = createProgress(process.stderr, quiet)
  const exitCode = await follow(mirror, begun, options, progress, stop).catch((error: unknown) => {
    if (stop.aborted) {
      process.stderr.write(`Stopped. The next sync, or a daemon, goes on with run ${begun.runId}.\n`)
      return exitCodes.cancelled
    }
    log.error({ err: error }, 'run could not be followed')
    return exitCodeOfError(error)
  })
  return exitWithin(18_000, exitCode, () => workers.stop().then(() => mirror.close()), log)
}

/** Waits for the run and prints it; one of another kind that was only taken up is followed by the one asked for. */
async function follow(
  mirror: Mirror,
  begun: Begun,
  options: SyncOptions,
  progress: Progress,
  stop: AbortSignal,
): Promise<number> {
  if (!begun.ok) {
    process.stderr.write(`${begun.reason}\n`)
    return begun.exitCode
  }
  const run = await waitForRun(mirror.sync.runs, begun.runId, progress, stop)
  const other =
    run.kind !== options.kind ||
    run.undoes !== options.undoes ||
    (options.repair === true && run.repair !== true)
  if (begun.resumed && other) return follow(mirror, await enqueue(mirror, options), options, progress, stop)
  await print(mirror, run, options)
  return exitCodeOf(run)
}

/** Begins the run; one that a killed process left behind is taken up and finished instead. */
async function begin(mirror: Mirror, options: SyncOptions): Promise<Begun> {
  const { log } = mirror.sync
  await mirror.store.assertAnswers()
  const others = await mirror.queues.runs.getWorkersCount()
  if (others === 0) {
    const interrupted = await resumeInterrupted(mirror)
    if (interrupted !== undefined) {
      log.warn({ runId: interrupted }, 'finishing the interrupted run')
      return { ok: true, runId: interrupted, resumed: true }
    }
  }
  return enqueue(mirror, options)
}

async function enqueue(mirror: Mirror, options: SyncOptions): Promise<Begun> {
  if (options.runId !== undefined) return toBegun(await enqueueApproved(mirror, options.runId))
  if (options.undoes !== undefined)
    return toBegun(await enqueueUndo(mirror, { undoes: options.undoes, trigger: 'cli' }))
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

function toBegun(answer: Approved): Begun {
  if (answer.ok) return { ok: true, runId: answer.run.id }
  const exitCode = answer.why === 'busy' ? exitCodes.otherRunActive : exitCodes.badConfiguration
  return { ok: false, reason: answer.reason, exitCode }
}

async function print(mirror: Mirror, run: Run, options: SyncOptions): Promise<void> {
  const compared = run.kind === 'verify' && (run.state === 'done' || run.state === 'partial')
  if (compared) {
    await printFindings(mirror.sync.findings, run, options.json, process.stdout)
    if (!options.json) await printFailures(mirror, run)
  } else if (options.kind === 'plan')
    await printPlan(mirror.sync.plans, run, options.format ?? 'text', process.stdout)
  else if (options.json) process.stdout.write(`${JSON.stringify(toReport(run))}\n`)
  else {
    process.stdout.write(`${toLines(run).join('\n')}\n`)
    await printFailures(mirror, run)
  }
}

const shownFailures = 20

/** What a person has to know of; of an undo also what it left as it is. */
const told = (run: Run): ReadonlySet<string> =>
  new Set(run.kind === 'undo' ? ['failed', 'kept'] : ['failed', 'held'])

async function printFailures(mirror: Mirror, run: Run): Promise<void> {
  let shown = 0
  const results = told(run)
  for await (const page of mirror.sync.runs.scanOutcomes(run.id)) {
    for (const { gtin, language, result, reason } of page) {
      if (!results.has(result) || shown++ >= shownFailures) continue
      process.stdout.write(
        `  ${result.padEnd(6)}    ${gtin}/${language}: ${toPlain(reason ?? 'no reason given')}\n`,
      )
    }
  }
  if (shown > shownFailures) process.stdout.write(`  … and ${shown - shownFailures} more\n`)
}

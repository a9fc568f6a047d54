import { enqueueApproved, enqueueRun, resumeInterrupted } from '../../jobs/control.ts'
import { readConfig } from '../../config/daemon.ts'
import { createLogger } from '../lib/logger.ts'
import { exitWithin, listenForStop } from '../lib/shutdown.ts'
import { openMirror, type Mirror } from '../mirror.ts'
import type { Run } from '../sync/run.ts'
import { exitCodeOf, exitCodeOfError, exitCodes } from './exit-codes.ts'
import { toPlain } from './plain.ts'
import { printPlan, type PlanFormat } from './print-plan.ts'
import { createProgress } from './progress.ts'
import { toLines, toReport } from './report.ts'
import { waitForRun } from './wait-for-run.ts'

export type SyncOptions = {
  kind: Run['kind']
  gtin?: string[]
  language?: string[]
  json?: boolean
  approve?: boolean
  format?: PlanFormat
  /** Apply this held or dry run's plan instead of starting a run. */
  runId?: string
}

type Begun = { ok: true; runId: string } | { ok: false; reason: string; exitCode: number }

/** Does one run in this process, waits for its end, prints its report and exits with its code. */
export async function syncOnce(env: NodeJS.ProcessEnv, options: SyncOptions): Promise<never> {
  const config = readConfig(env)
  const quiet = options.json === true || options.format !== undefined
  const log = createLogger({
    // Whoever looks at a terminal sees the progress and the report.
    level: process.stderr.isTTY && config.logLevel === 'info' ? 'warn' : config.logLevel,
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
  const exitCode = await waitForRun(mirror.sync.runs, begun.runId, progress, stop)
    .then(async (run) => {
      await print(mirror, run, options)
      return exitCodeOf(run)
    })
    .catch((error: unknown) => {
      if (stop.aborted) {
        process.stderr.write(`Stopped. The next sync, or a daemon, goes on with run ${begun.runId}.\n`)
        return exitCodes.cancelled
      }
      log.error({ err: error }, 'run could not be followed')
      return exitCodeOfError(error)
    })
  return exitWithin(18_000, exitCode, () => workers.stop().then(() => mirror.close()), log)
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
      return { ok: true, runId: interrupted }
    }
  }
  if (options.runId !== undefined) {
    const approved = await enqueueApproved(mirror, options.runId)
    return approved.ok
      ? { ok: true, runId: options.runId }
      : {
          ok: false,
          reason: approved.reason,
          exitCode: approved.reason.includes('at work') ? exitCodes.otherRunActive : exitCodes.error,
        }
  }
  const begun = await enqueueRun(mirror, {
    kind: options.kind,
    trigger: 'cli',
    approved: options.approve === true,
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

async function print(mirror: Mirror, run: Run, options: SyncOptions): Promise<void> {
  if (options.kind === 'plan')
    await printPlan(mirror.sync.plans, run, options.format ?? 'text', process.stdout)
  else if (options.json) process.stdout.write(`${JSON.stringify(toReport(run))}\n`)
  else {
    process.stdout.write(`${toLines(run).join('\n')}\n`)
    await printFailures(mirror, run)
  }
}

const shownFailures = 20

async function printFailures(mirror: Mirror, run: Run): Promise<void> {
  let shown = 0
  for await (const page of mirror.sync.runs.scanOutcomes(run.id)) {
    for (const { gtin, language, result, reason } of page) {
      if ((result !== 'failed' && result !== 'held') || shown++ >= shownFailures) continue
      process.stdout.write(
        `  ${result.padEnd(6)}    ${gtin}/${language}: ${toPlain(reason ?? 'no reason given')}\n`,
      )
    }
  }
  if (shown > shownFailures) process.stdout.write(`  … and ${shown - shownFailures} more\n`)
}

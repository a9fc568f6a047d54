import type { Logger } from './logger.ts'

/** Orchestrators commonly kill what has not ended 20 to 30 s after SIGTERM. */
const stopLimitMs = 19_000

/**
 * The signal that SIGTERM or SIGINT aborts. The process ends within `limitMs` of it, whatever it waits for, and at once
 * after a second one.
 */
export function listenForStop(log: Logger, limitMs = stopLimitMs): AbortSignal {
  const controller = new AbortController()
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(130)
    log.info({ signal: name }, 'stopping: batches in hand are finished, jobs given back')
    controller.abort(name)
    setTimeout(() => endNow(limitMs, log), limitMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return controller.signal
}

/** Runs `close` and ends the process with `exitCode`, at the latest after `limitMs`. */
export async function exitWithin(
  limitMs: number,
  exitCode: number,
  close: () => Promise<unknown>,
  log: Logger,
): Promise<never> {
  process.exitCode = exitCode
  const deadline = setTimeout(() => endNow(limitMs, log), limitMs)
  await close().catch((error: unknown) => log.error({ err: error }, 'shutdown failed'))
  clearTimeout(deadline)
  process.exit(exitCode)
}

function endNow(limitMs: number, log: Logger): never {
  log.error({ limitMs }, 'shutdown took too long; the rest is left to other processes')
  process.exit(process.exitCode ?? 130)
}

import type { Logger } from './logger.ts'

/** Orchestrators usually kill a process 20 to 30 s after SIGTERM. */
const stopLimitMs = 19_000

/**
 * A signal that SIGTERM or SIGINT aborts. The process then ends within `limitMs`, whatever it waits for, or
 * at once after a second SIGTERM or SIGINT.
 */
export function listenForStop(log: Logger, limitMs = stopLimitMs): AbortSignal {
  const controller = new AbortController()
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(130)
    log.info({ signal: name }, 'stopping: current batches finish, jobs go back to their queues')
    controller.abort(name)
    setTimeout(() => endNow(limitMs, log), limitMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return controller.signal
}

/** Runs `close` and exits with `exitCode`, after `limitMs` at the latest. */
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
  log.error({ limitMs }, 'shutdown took too long; other processes take over the rest')
  process.exit(process.exitCode ?? 130)
}

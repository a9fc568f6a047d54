import type { Logger } from './logger.ts'

/** The signal that SIGTERM or SIGINT aborts; a second one ends the process at once. */
export function listenForStop(log: Logger): AbortSignal {
  const controller = new AbortController()
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(130)
    log.info({ signal: name }, 'stopping: batches in hand are finished, jobs given back')
    controller.abort(name)
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
  const deadline = setTimeout(() => {
    log.error({ limitMs }, 'shutdown took too long; the rest is left to other processes')
    process.exit(exitCode)
  }, limitMs)
  await close().catch((error: unknown) => log.error({ err: error }, 'shutdown failed'))
  clearTimeout(deadline)
  process.exit(exitCode)
}

import { once } from 'node:events'
import { readConfig } from '../config/daemon.ts'
import { startDaemon } from './daemon.ts'
import { ConfigError } from './lib/errors.ts'
import { createLogger } from './lib/logger.ts'
import { exitWithin, listenForStop } from './lib/shutdown.ts'

const shutdownLimitMs = 18_000

/** The container's process: the daemon, until it is told to stop. */
export async function runDaemon(env: NodeJS.ProcessEnv): Promise<never> {
  const config = readConfig(env)
  const log = createLogger({ level: config.logLevel, destination: 'stdout' })
  const stop = listenForStop(log)
  const failed = new AbortController()
  let exitCode = 0
  const ended = once(AbortSignal.any([stop, failed.signal]), 'abort')
  const fail = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message)
    exitCode = codeOf(error)
    failed.abort()
  }
  const starting = startDaemon(config, log, (error) => fail(error, 'the embedded Redis is gone'))
  await Promise.race([starting, ended])
  const ready = starting.then((daemon) => daemon.ready)
  await Promise.race([ready, ended]).catch((error: unknown) => fail(error, 'the daemon could not start'))
  await ended
  const stopDaemon = async (): Promise<void> => (await starting).stop()
  return exitWithin(shutdownLimitMs, exitCode, stopDaemon, log)
}

function codeOf(error: unknown): number {
  return error instanceof ConfigError ? 7 : 1
}

if (import.meta.main) {
  await runDaemon(process.env).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(codeOf(error))
  })
}

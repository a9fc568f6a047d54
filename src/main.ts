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
  const lost = new AbortController()
  const daemon = await startDaemon(config, log, (error) => {
    log.fatal({ err: error }, 'the embedded Redis is gone')
    lost.abort()
  })
  await new Promise((resolve) =>
    AbortSignal.any([stop, lost.signal]).addEventListener('abort', resolve, { once: true }),
  )
  return exitWithin(shutdownLimitMs, lost.signal.aborted ? 1 : 0, () => daemon.stop(), log)
}

if (import.meta.main) {
  await runDaemon(process.env).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof ConfigError ? 7 : 1)
  })
}

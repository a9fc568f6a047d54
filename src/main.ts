import { once } from 'node:events'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Configs } from '../config/mirrors/read-mirrors.ts'
import { describeCrash, onCrash } from './lib/crash.ts'
import { ConfigError, reasonOf } from './lib/errors.ts'
import { exitWithin, listenForStop } from './lib/shutdown.ts'
import { toPlainLines } from './lib/text/plain-lines.ts'

// Code that is imported below is compiled once per machine. A read-only folder only costs time.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile'))

// Node holds the compile cache of each loaded file in memory until the cache is flushed. One flush after each large
// package, so that the next one uses the same memory: 10 MB less in all.
for (const load of [
  () => import('zod'),
  () => import('undici'),
  () => import('ioredis'),
  () => import('bullmq'),
  () => import('fastify'),
  () => import('sanitize-html'),
  () => import('prom-client'),
]) {
  await load()
  flushCompileCache()
}

const { readConfig } = await import('../config/daemon.ts')
const { readConfigs, readMirrors } = await import('../config/mirrors/read-mirrors.ts')
const { createLogger } = await import('./lib/logger.ts')

const shutdownLimitMs = 18_000

/**
 * Runs the daemon of one mirror, or of those of the file MIRRORS, until SIGTERM or SIGINT; this is the container's
 * process. Throws ConfigError before anything is opened.
 */
export async function runDaemon(env: NodeJS.ProcessEnv): Promise<never> {
  const entries = readMirrors(env)
  const configs: Configs = entries === undefined ? [readConfig(env)] : readConfigs(entries)
  const log = createLogger({ level: configs[0].logLevel, destination: 'stdout' })
  onCrash((error) => log.fatal({ err: error }, 'uncaught error'))
  const stop = listenForStop(log)
  const failed = new AbortController()
  let exitCode = 0
  const ended = once(AbortSignal.any([stop, failed.signal]), 'abort')
  const fail = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message)
    exitCode = codeOf(error)
    failed.abort()
  }
  const { createDaemon } = await import('./daemon.ts')
  flushCompileCache()
  const creating = createDaemon(configs, log, (error) => fail(error, 'embedded Redis lost'))
  await Promise.race([creating, ended])
  const starting = creating.then((daemon) => daemon.start())
  await Promise.race([starting, ended]).catch((error: unknown) => fail(error, 'daemon start failed'))
  await ended
  const stopDaemon = async (): Promise<void> => (await creating).stop()
  return exitWithin(shutdownLimitMs, exitCode, stopDaemon, log)
}

function codeOf(error: unknown): number {
  return error instanceof ConfigError ? 7 : 1
}

if (import.meta.main) {
  onCrash((error) => process.stderr.write(toPlainLines(describeCrash(error))))
  await runDaemon(process.env).catch((error: unknown) => {
    process.stderr.write(toPlainLines(reasonOf(error)))
    process.exit(codeOf(error))
  })
}

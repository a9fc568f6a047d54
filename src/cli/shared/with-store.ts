import { readStoreConfig } from '../../../config/daemon.ts'
import { reasonOf } from '../../lib/errors.ts'
import { createLogger, type Logger, type LogLevel } from '../../lib/logger.ts'
import { openStore, type OpenedStore, type RedisLoss } from '../../store/open.ts'
import { createStores, type Stores } from '../../store/stores.ts'
import { printsOnlyErrors, warn } from '../terminal/print.ts'
import { exitCodes } from './exit-codes.ts'

type Stored = Stores & { store: OpenedStore; log: Logger }

/** Opens Redis for a command that requires nothing else, and closes it afterwards. */
export async function withStore(
  env: NodeJS.ProcessEnv,
  use: (stored: Stored) => Promise<number>,
): Promise<number> {
  const config = readStoreConfig(env)
  const log = createQuietLogger(config)
  // A lost Redis ends the command with an error, which a log line would repeat.
  const store = await openStore(
    config,
    createLogger({ level: 'silent', destination: 'stderr' }),
    givingUp(config),
  )
  try {
    for (const moved of await store.assertUsable()) warn(`Redis: ${moved}.`)
    return await use({ ...createStores(store.redis, store.keys, { claimMs: 0 }), store, log })
  } finally {
    await store.close()
  }
}

/** Logs on standard error; the messages of a normal start would hide the command's output. */
export function createQuietLogger({ logLevel }: { logLevel: LogLevel }): Logger {
  const level = logLevel === 'info' ? 'warn' : logLevel
  const isLouder = printsOnlyErrors() && level !== 'silent'
  return createLogger({ level: isLouder ? 'error' : level, destination: 'stderr' })
}

/** Ends a command that lost Redis, which it also needs in order to close properly. */
export function givingUp({ redis }: { redis: { timeoutMs: number } }): RedisLoss {
  return {
    limitMs: redis.timeoutMs,
    onLost(error) {
      warn(reasonOf(error))
      process.exit(exitCodes.error)
    },
  }
}

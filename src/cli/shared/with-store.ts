import { readStoreConfig } from '../../../config/daemon.ts'
import { createLogger, type Logger, type LogLevel } from '../../lib/logger.ts'
import { createTables } from '../../store/records/tables.ts'
import { createMediaLibrary } from '../../store/media/media-library.ts'
import { createUnusedMedia } from '../../store/media/unused-media.ts'
import { createSite } from '../../store/records/site.ts'
import { createSnapshots } from '../../store/records/snapshots.ts'
import { openStore, type OpenedStore, type RedisLoss } from '../../store/open.ts'
import { createHistory } from '../../store/runs/history.ts'
import { createPlans } from '../../store/runs/plans.ts'
import { createRuns } from '../../store/runs/runs.ts'
import { warn } from '../terminal/print.ts'
import { exitCodes } from './exit-codes.ts'

type Stored = ReturnType<typeof readFrom> & { store: OpenedStore; log: Logger }

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
    return await use({ ...readFrom(store), store, log })
  } finally {
    await store.close()
  }
}

function readFrom({ redis, keys }: OpenedStore) {
  return {
    ...createTables(redis, keys),
    ...createSite(redis, keys),
    runs: createRuns(redis, keys),
    plans: createPlans(redis, keys),
    history: createHistory(redis, keys),
    snapshots: createSnapshots(redis, keys),
    media: createMediaLibrary(redis, keys, { claimMs: 0 }),
    unusedMedia: createUnusedMedia(redis, keys),
  }
}

/** Logs on standard error; the messages of a normal start would hide the command's output. */
export function createQuietLogger({ logLevel }: { logLevel: LogLevel }): Logger {
  return createLogger({ level: logLevel === 'info' ? 'warn' : logLevel, destination: 'stderr' })
}

/** Ends a command that lost Redis, which it also needs in order to close properly. */
export function givingUp({ redis }: { redis: { timeoutMs: number } }): RedisLoss {
  return {
    limitMs: redis.timeoutMs,
    onLost(error) {
      warn(error.message)
      process.exit(exitCodes.error)
    },
  }
}

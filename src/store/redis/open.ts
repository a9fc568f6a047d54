import { mkdir } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import type { Logger } from '../../lib/logger.ts'
import {
  assertAnswers,
  connectRedis,
  isAnswering,
  toOptions,
  watchRedis,
  type RedisAddress,
} from './connect.ts'
import { startEmbeddedRedis } from '../embedded/embedded-redis.ts'
import { assertFormats } from '../formats/formats.ts'
import { createKeys, type Keys } from './keys.ts'

export type OpenedStore = {
  redis: Redis
  keys: Keys
  /** For BullMQ, which opens connections of its own. */
  connection: ReturnType<typeof toOptions>
  embedded: boolean
  connect(): Redis
  /** Throws RedisUnreachableError when Redis gives no answer within 5 s, and what `assertFormats` throws. */
  assertUsable(): Promise<void>
  /** Renames older keys; throws NewerFormatError when a newer version has stored what this one may misread. */
  assertFormats(): Promise<void>
  /** Whether Redis answers now; takes at most 5 s. */
  isAnswering(): Promise<boolean>
  close(): Promise<void>
}

/** What to call once when Redis is lost. */
export type RedisLoss = {
  onLost: (error: Error) => void
  /** How long Redis may be unreachable; by default only the end of an embedded server is a loss. */
  limitMs?: number
}

type Options = {
  redis: { url: string | undefined; dataDir: string }
  mirrorId: string
}

/** Connects to REDIS_URL, or to the embedded server under DATA_DIR, which is started if it is not running. */
export async function openStore(options: Options, log: Logger, loss?: RedisLoss): Promise<OpenedStore> {
  const { url, dataDir } = options.redis
  const closed = new AbortController()
  const embedded = url === undefined ? await startEmbedded(dataDir, log, loss?.onLost) : undefined
  const address: RedisAddress = embedded ? { path: embedded.connection.path } : { url: url ?? '' }
  const connections: Redis[] = []
  const connect = (): Redis => {
    // All connections lose Redis together; one logs it.
    const connection = connectRedis(address, connections.length === 0 ? log : undefined)
    connections.push(connection)
    return connection
  }
  const redis = connect()
  const keys = createKeys(options.mirrorId)
  if (loss?.limitMs !== undefined)
    void watchRedis(redis, address, loss.limitMs, closed.signal).catch(loss.onLost)
  return {
    redis,
    keys,
    connection: toOptions(address),
    embedded: embedded !== undefined,
    connect,
    isAnswering: () => isAnswering(redis),
    assertFormats: () => assertFormats(redis, keys),
    async assertUsable() {
      await assertAnswers(redis, address)
      await assertFormats(redis, keys)
    },
    async close() {
      closed.abort()
      for (const connection of connections) connection.disconnect()
      await embedded?.stop()
    },
  }
}

async function startEmbedded(dataDir: string, log: Logger, onLost: RedisLoss['onLost'] | undefined) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return startEmbeddedRedis({ dataDir, log, ...(onLost && { onExit: onLost }) })
}

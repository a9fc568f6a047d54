import { mkdir } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import type { Logger } from '../lib/logger.ts'
import { assertAnswers, connectRedis, toOptions, type RedisAddress } from './connect.ts'
import { startEmbeddedRedis } from './embedded-redis.ts'
import { assertFormats } from './formats.ts'
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
  /** Throws NewerFormatError when a newer version has stored what this one may misunderstand. */
  assertFormats(): Promise<void>
  close(): Promise<void>
}

type Options = {
  redis: { url: string | undefined; dataDir: string }
  mirrorId: string
  onLost?: (error: Error) => void
}

/** Connects to REDIS_URL, or to an embedded server under DATA_DIR that is started when none of ours runs. */
export async function openStore(options: Options, log: Logger): Promise<OpenedStore> {
  const { url, dataDir } = options.redis
  const embedded = url === undefined ? await startEmbedded(dataDir, log, options.onLost) : undefined
  const address: RedisAddress = embedded ? { path: embedded.connection.path } : { url: url ?? '' }
  const connections: Redis[] = []
  const connect = (): Redis => {
    // All of them lose Redis together; one tells.
    const connection = connectRedis(address, connections.length === 0 ? log : undefined)
    connections.push(connection)
    return connection
  }
  const redis = connect()
  const keys = createKeys(options.mirrorId)
  return {
    redis,
    keys,
    connection: toOptions(address),
    embedded: embedded !== undefined,
    connect,
    assertFormats: () => assertFormats(redis, keys),
    async assertUsable() {
      await assertAnswers(redis, address)
      await assertFormats(redis, keys)
    },
    async close() {
      for (const connection of connections) connection.disconnect()
      await embedded?.stop()
    },
  }
}

async function startEmbedded(dataDir: string, log: Logger, onLost: Options['onLost']) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return startEmbeddedRedis({ dataDir, log, ...(onLost && { onExit: onLost }) })
}

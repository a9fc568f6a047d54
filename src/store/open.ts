import { mkdir } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import type { Logger } from '../lib/logger.ts'
import { isRefusedByRedis } from '../lib/redis-refusal.ts'
import {
  assertAnswers,
  connectRedis,
  isAnswering,
  RedisUnreachableError,
  watchRedis,
} from './redis/connect.ts'
import {
  hasFailover,
  isCluster,
  toOptions,
  toText,
  type RedisAddress,
  type RedisTls,
} from './redis/address.ts'
import { findMissingRights } from './redis/access.ts'
import { startEmbeddedRedis } from './embedded/embedded-redis.ts'
import { moveForeignAway } from './integrity/foreign.ts'
import { assertFormats, refuseOldLayout } from './versions/check-formats.ts'
import { createKeys, type Keys } from './redis/keys.ts'
import { createReplicaWait } from './redis/replicas.ts'
import { assertMode } from './redis/mode.ts'
import { findWriteFault } from './redis/write-fault.ts'

export type OpenedStore = {
  redis: Redis
  keys: Keys
  /** For BullMQ, which opens its own connections: all of them, or only those that block. */
  connection: ReturnType<typeof toOptions> | Redis
  embedded: boolean
  /** Whether a replica takes over from a lost primary. */
  failover: boolean
  /** Waits until the written data would survive a failover; throws if the primary is lost during the wait. */
  untilCopied(): Promise<void>
  connect(): Redis
  /** Throws RedisUnreachableError if Redis does not respond within 5 s, and the errors of `openData`. */
  assertUsable(): Promise<string[]>
  /** Throws RedisUnreachableError if Redis does not respond, accepts no writes, or may evict written data. */
  assertWritable(): Promise<void>
  /**
   * Moves values away that cannot be the mirror's own; returns a sentence for each. Throws RedisUnreachableError if
   * REDIS_URL names a part of a cluster, OldLayoutError if a preview version stored the data under other keys, and
   * NewerFormatError if a newer version has stored formats that this one may misread.
   */
  openData(): Promise<string[]>
  /** The rights that the mirror needs and the Redis user lacks, in ACL syntax. */
  findMissingRights(): Promise<string[]>
  /** Whether Redis responds now; takes at most 5 s. */
  isAnswering(): Promise<boolean>
  /**
   * The store of another mirror in the same Redis, on the same connection unless in a cluster; closing it does not
   * close the connection.
   */
  forMirror(mirrorId: string): OpenedStore
  close(): Promise<void>
}

/** The handler of the loss of Redis, which is called once. */
export type RedisLoss = {
  onLost: (error: Error) => void
  /** How long Redis may be unreachable; by default, only the end of an embedded server counts as a loss. */
  limitMs?: number
}

type Options = {
  redis: { url: string | undefined; dataDir: string; tls?: RedisTls; sentinelPassword?: string }
  mirrorId: string
}

/** Connects to REDIS_URL, or to the embedded server under DATA_DIR, which is started if it is not running. */
export async function openStore(options: Options, log: Logger, loss?: RedisLoss): Promise<OpenedStore> {
  const { url, dataDir, tls, sentinelPassword } = options.redis
  const closed = new AbortController()
  const embedded = url === undefined ? await startEmbedded(dataDir, log, loss?.onLost) : undefined
  const [inCluster, failover] = [isCluster(url), hasFailover(url)]
  const addressOf = (mirrorId: string): RedisAddress =>
    embedded !== undefined
      ? { path: embedded.connection.path }
      : { url: url ?? '', mirrorId, sentinelPassword, ...(tls && { tls }) }
  const connections: Redis[] = []
  const connect = (address: RedisAddress): Redis => {
    // All connections lose Redis together, so only one logs it.
    const connection = connectRedis(address, connections.length === 0 ? log : undefined)
    connections.push(connection)
    return connection
  }
  const close = async (): Promise<void> => {
    if (closed.signal.aborted) return
    closed.abort()
    for (const connection of connections) connection.disconnect()
    await embedded?.stop()
  }
  const storeOf = (mirrorId: string, shared?: Redis): OpenedStore => {
    const address = addressOf(mirrorId)
    const redis = shared ?? connect(address)
    const keys = createKeys(mirrorId, { inCluster })
    async function openData(): Promise<string[]> {
      await assertMode(redis, address)
      // Before values are moved away: a run of an old layout could not be read.
      await refuseOldLayout(redis, keys)
      const moved = await moveForeignAway(redis, keys, Date.now())
      await assertFormats(redis, keys)
      return moved
    }
    return {
      redis,
      keys,
      connection: shared ?? toOptions(address),
      embedded: embedded !== undefined,
      failover,
      untilCopied: failover ? createReplicaWait(redis) : async () => undefined,
      connect: () => connect(address),
      isAnswering: () => isAnswering(redis),
      openData,
      findMissingRights: () => findMissingRights(() => connect(address), keys, { failover }),
      async assertUsable() {
        await assertAnswers(redis, address)
        return openData().catch((error: unknown): string[] => {
          // A process that only reads need not store the formats.
          if (!isRefusedByRedis(error)) throw error
          return []
        })
      },
      async assertWritable() {
        await assertAnswers(redis, address)
        const reason = await findWriteFault(redis, keys)
        if (reason !== undefined)
          throw new RedisUnreachableError(`Redis at ${toText(address)} cannot be used: ${reason}.`)
      },
      // In a cluster, another mirror may be on another node.
      forMirror: (id) => ({ ...storeOf(id, inCluster ? undefined : redis), close: async () => undefined }),
      close,
    }
  }
  const store = storeOf(options.mirrorId)
  if (loss?.limitMs !== undefined)
    void watchRedis(store.redis, addressOf(options.mirrorId), loss.limitMs, closed.signal).catch(loss.onLost)
  return store
}

async function startEmbedded(dataDir: string, log: Logger, onLost: RedisLoss['onLost'] | undefined) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return startEmbeddedRedis({ dataDir, log, ...(onLost && { onExit: onLost }) })
}

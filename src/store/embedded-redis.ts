import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Redis } from 'ioredis'
import { reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { withFolderLock } from './folder-lock.ts'
import { openConnection } from './redis-connection.ts'
import { isTrusted, makeRedisFolder, socketPlaces } from './redis-folder.ts'
import { findServerProcess, waitForExit } from './redis-process.ts'
import { RedisServerError } from './redis-server.ts'
import { LOADING_MS, spawnRedis } from './redis-spawn.ts'

/** Every process that uses the server holds one connection of this name: the server itself knows who lives. */
const USER = 'product-mirror-user'
const EXIT_MS = 8_000

/** A Redis server of ours under DATA_DIR. */
export interface EmbeddedRedis {
  /** Options for ioredis and BullMQ connections. */
  readonly connection: { readonly path: string }
  readonly pid: number
  /** Whether it was found running without anybody using it, left behind by a process of ours that was killed. */
  readonly adopted: boolean
  /** Leaves the server, and ends it when no other process uses it; bounded to about 15 s, never rejects. */
  stop(): Promise<void>
}

export interface EmbeddedRedisOptions {
  readonly dataDir: string
  readonly log: Logger
  /** Called once if the server goes away before `stop`. */
  readonly onExit?: (error: RedisServerError) => void
}

/**
 * Starts a redis-server under DATA_DIR, or joins the one that already works there; throws RedisServerError.
 * The last process to stop ends the server. After a SIGKILL of that process the server stays, and the next start adopts it.
 */
export async function startEmbeddedRedis({
  dataDir,
  log,
  onExit,
}: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
  const folder = await makeRedisFolder(dataDir)
  return withFolderLock(folder, { waitMs: LOADING_MS }, async () => {
    const running = await findRunning(folder)
    const { socket, client } = running ?? (await spawnRedis(folder))
    const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1])
    const adopted = running !== undefined && (await countUsers(client)) === 0
    await client.client('SETNAME', USER)
    log.info(
      { redisPid: pid, socket, adopted, joined: running !== undefined && !adopted },
      'embedded Redis ready',
    )

    let stopping: Promise<void> | undefined
    client.once('end', () => {
      if (stopping) return
      onExit?.(
        new RedisServerError(
          `The embedded Redis (process ${pid}) ended unexpectedly. Its log: ${folder}/redis.log`,
        ),
      )
    })
    return {
      connection: { path: socket },
      pid,
      adopted,
      stop: () => (stopping ??= leave({ folder, socket, client, pid, log })),
    }
  })
}

async function findRunning(folder: string): Promise<{ socket: string; client: Redis } | undefined> {
  const sockets = socketPlaces(folder)
  for (const socket of sockets) {
    if (!(await isTrusted(folder, socket))) continue
    const client = await openConnection(socket, LOADING_MS)
    if (!client) continue
    const [, dir] = await client.config('GET', 'dir')
    if (dir === folder) return { socket, client }
    client.disconnect()
    throw new RedisServerError(
      `A Redis that is not ours (its data is in ${dir}) listens on ${socket}. End it, or set DATA_DIR to another folder.`,
    )
  }
  const pid = await findServerProcess(folder, sockets)
  if (pid === undefined) return undefined
  // A second server on the same append-only file would destroy it.
  throw new RedisServerError(
    `The Redis in ${folder} (process ${pid}) runs but does not answer on ${sockets.join(' or ')}. Stop what uses it, then end it: kill ${pid}`,
  )
}

async function leave(embedded: {
  folder: string
  socket: string
  client: Redis
  pid: number
  log: Logger
}): Promise<void> {
  const { folder, socket, client, pid, log } = embedded
  try {
    await withFolderLock(folder, { waitMs: EXIT_MS / 2 }, async () => {
      if (client.status !== 'ready') return
      if ((await countUsers(client)) > 1) {
        // The next to leave must not count us; after QUIT the server still lists a connection for a moment.
        await client.client('SETNAME', '')
        log.info({ redisPid: pid }, 'embedded Redis left to the other processes that use it')
        return
      }
      // The answer to SHUTDOWN is the end of the connection.
      await client.call('SHUTDOWN').catch(() => undefined)
      if (await waitForExit(pid, EXIT_MS)) await rmdir(dirname(socket)).catch(() => undefined)
      else log.warn({ redisPid: pid }, 'embedded Redis did not end in time; the next start adopts it')
    })
  } catch (error) {
    log.warn({ redisPid: pid, reason: reasonOf(error) }, 'embedded Redis not ended; the next start adopts it')
  } finally {
    client.disconnect()
  }
}

async function countUsers(client: Redis): Promise<number> {
  const list = String(await client.client('LIST'))
  return list.split('\n').filter((line) => line.includes(` name=${USER} `)).length
}

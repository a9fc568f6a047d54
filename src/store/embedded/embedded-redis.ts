import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { RedisServerError, findRedisServer, redisArguments } from './redis-server.ts'

const guardian = join(import.meta.dirname, 'guardian.ts')
/** The guardian's exit code if another one is active in the folder. */
const busyCode = 75
const joinMs = 10_000
/** Reading a large append-only file takes minutes. */
const loadingMs = 5 * 60_000
const leaveMs = 10_000
// The limit of sockaddr_un is 107 bytes on Linux and 103 on macOS.
const longestSocketPath = 103

/** The embedded Redis server under DATA_DIR. */
export interface EmbeddedRedis {
  /** Options for ioredis and BullMQ connections. */
  readonly connection: { readonly path: string }
  readonly pid: number
  /** Disconnects from the server, which ends with its last user; waits at most 10 s for that and never rejects. */
  stop(): Promise<void>
}

export interface EmbeddedRedisOptions {
  readonly dataDir: string
  readonly log: Logger
  /** Called once if the server ends before `stop`. */
  readonly onExit?: (error: RedisServerError) => void
}

type Places = { folder: string; guard: string; redis: string }

/**
 * Connects to the redis-server under DATA_DIR, or starts it; throws RedisServerError. All processes with the same
 * DATA_DIR share it. It ends with the last of them, even if that is killed.
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
  const { dataDir, log, onExit } = options
  const places = await findPlaces(dataDir)
  const { user, pid } = await joinServer(places)
  log.info({ redisPid: pid, socket: places.redis }, 'embedded Redis ready')
  let stopping: Promise<void> | undefined
  user.once('close', () => {
    if (stopping) return
    const message = `The embedded Redis (process ${pid}) ended unexpectedly. Its log: ${places.folder}/redis.log`
    onExit?.(new RedisServerError(message))
  })
  return {
    connection: { path: places.redis },
    pid,
    stop: () => (stopping ??= leave(user)),
  }
}

/** Creates the server's private folder; the sockets are in /tmp if the path is too long for them. */
async function findPlaces(dataDir: string): Promise<Places> {
  const created = join(dataDir, 'redis')
  try {
    await mkdir(created, { recursive: true })
    await chmod(created, 0o700)
  } catch (error) {
    const message = `Cannot write to ${created}: ${reasonOf(error)}. Set DATA_DIR to a folder that this user owns.`
    throw new RedisServerError(message, { cause: error })
  }
  const folder = await realpath(created)
  const fits = Buffer.byteLength(join(folder, 'redis.sock')) <= longestSocketPath
  // Not os.tmpdir(): every process must compute the same path, whatever its environment.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const place = fits ? folder : join('/tmp', `product-mirror-${name}`)
  return { folder, guard: join(place, 'guard.sock'), redis: join(place, 'redis.sock') }
}

/** /tmp is writable for all users, so another user may have created that folder. */
async function assertOurs({ folder, guard }: Places): Promise<void> {
  const place = dirname(guard)
  const found = await lstat(place).catch(() => undefined)
  if (place === folder || found === undefined) return
  if (found.isDirectory() && (found.mode & 0o077) === 0 && found.uid === process.getuid?.()) return
  throw new RedisServerError(
    `${place} belongs to another user or is open to others. Remove it, or set DATA_DIR to a folder with a shorter path.`,
  )
}

async function joinServer(places: Places): Promise<{ user: Socket; pid: number }> {
  const deadline = performance.now() + joinMs
  for (;;) {
    await assertOurs(places)
    const user = await reach(places.guard)
    const { pid, failed } = (user && (await readAnswer(user))) ?? {}
    if (user && pid !== undefined) return { user, pid }
    if (failed !== undefined) {
      throw new RedisServerError(
        `redis-server did not start in ${places.folder}. The end of its log:\n${failed}`,
      )
    }
    if (performance.now() > deadline) {
      throw new RedisServerError(
        `A process that does not respond on ${places.guard} uses the Redis in ${places.folder}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await startGuardian(places)
  }
}

/** Connects to the guardian; undefined if there is none. */
async function reach(guard: string): Promise<Socket | undefined> {
  const user = connect(guard)
  try {
    await once(user, 'connect')
  } catch {
    return undefined
  }
  user.on('error', () => undefined)
  return user
}

/** The guardian's message once Redis is ready or has failed; undefined if the guardian is ending. */
async function readAnswer(user: Socket): Promise<{ pid?: number; failed?: string } | undefined> {
  user.setTimeout(loadingMs, () => user.destroy())
  const [line] = await Promise.race([once(user, 'data').catch(() => []), closed(user)])
  user.setTimeout(0)
  user.resume()
  return line instanceof Buffer ? JSON.parse(line.toString()) : undefined
}

/** Starts a guardian and waits until it listens, or has ended because another one was faster. */
async function startGuardian({ folder, guard, redis }: Places): Promise<void> {
  const server = await findRedisServer()
  const settings = redisArguments(server, { dir: folder, socket: redis, persistent: true })
  const child = spawn(process.execPath, [guardian, guard, redis, server.file, ...settings], {
    // A separate session, because Ctrl-C must not end Redis before its users.
    detached: true,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (code === busyCode) await pause(50)
  else if (typeof code === 'number') throw new RedisServerError((await text(child.stderr)).trim())
  child.stdout.destroy()
  child.stderr.destroy()
  child.unref()
}

async function leave(user: Socket): Promise<void> {
  const left = closed(user)
  user.end()
  await Promise.race([left, pause(leaveMs, undefined, { ref: false })])
  user.destroy()
}

function closed(user: Socket): Promise<[]> {
  return new Promise((resolve) => (user.closed ? resolve([]) : user.once('close', () => resolve([]))))
}

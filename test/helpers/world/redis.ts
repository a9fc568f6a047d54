import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedisServer, redisArguments } from '../../../src/store/embedded/redis-server.ts'
import { spawnBound } from '../processes/spawn-bound.ts'

/** A Redis server for one test file. */
export interface TestRedis {
  /** Options for ioredis and BullMQ connections. */
  readonly connection: { readonly path: string }
  /** The connection as REDIS_URL. */
  readonly url: string
  /** Ends the server like a crash. */
  kill(): Promise<void>
  /** Starts a killed server again. Its data survives only if it is persistent. */
  restart(): Promise<void>
  /** Ends the server and removes its folder. */
  close(): Promise<void>
}

let found: ReturnType<typeof findRedisServer> | undefined

/** Starts a real Redis on a Unix socket in a temporary folder; about 30 ms. */
export async function startTestRedis({ persistent = false } = {}): Promise<TestRedis> {
  const server = await (found ??= findRedisServer())
  const dir = await mkdtemp(join(tmpdir(), 'test-redis-'))
  const socket = join(dir, 'redis.sock')
  let child: ChildProcess

  async function start(): Promise<void> {
    const started = spawnBound(server.file, redisArguments(server, { dir, socket, persistent }), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    await new Promise<void>((resolve, reject) => {
      let said = ''
      started.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/ready to accept connections/i.test(said)) resolve()
      })
      started.once('error', reject)
      started.once('exit', () => reject(new Error(`redis-server ended before it was ready:\n${said}`)))
    })
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await start()
  return {
    connection: { path: socket },
    url: `unix://${socket}`,
    kill,
    restart: start,
    close: async () => {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

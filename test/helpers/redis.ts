import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedisServer, redisArguments } from '../../src/store/redis-server.ts'
import { spawnBound } from './processes/spawn-bound.ts'

/** A Redis server of a test file's own. */
export interface TestRedis {
  /** Options for ioredis and BullMQ connections. */
  readonly connection: { readonly path: string }
  /** The same as an address for REDIS_URL. */
  readonly url: string
  readonly pid: number
  /** Ends the server and removes its folder. */
  close(): Promise<void>
}

let found: ReturnType<typeof findRedisServer> | undefined

/** Starts a real Redis on a Unix socket in a temporary folder, without persistence; about 30 ms. */
export async function startTestRedis(): Promise<TestRedis> {
  const server = await (found ??= findRedisServer())
  const dir = await mkdtemp(join(tmpdir(), 'test-redis-'))
  const socket = join(dir, 'redis.sock')
  const child = spawnBound(server.file, redisArguments(server, { dir, socket, persistent: false }), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (/ready to accept connections/i.test(said)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`redis-server ended before it was ready:\n${said}`)))
  })
  return {
    connection: { path: socket },
    url: `unix://${socket}`,
    pid: child.pid ?? 0,
    close: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}

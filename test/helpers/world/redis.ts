import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
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
  /** The connections that are still open after their ends had time to arrive; none if the server has ended. */
  findConnections(): Promise<string[]>
  /** Ends the server and removes its folder. */
  close(): Promise<void>
}

/** The end of a connection arrives within milliseconds, unless the machine is very busy. */
const mostMs = 30_000

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

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
    if (hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await start()
  async function findConnections(): Promise<string[]> {
    if (hasEnded(child)) return []
    const probe = new Redis({ path: socket })
    const list = async (): Promise<string[]> =>
      String(await probe.client('LIST'))
        .trim()
        .split('\n')
        .filter((line) => !line.includes('cmd=client|list'))
    const deadline = Date.now() + mostMs
    let open = await list()
    for (; open.length > 0 && Date.now() < deadline; open = await list()) await pause(20)
    probe.disconnect()
    return open
  }

  return {
    connection: { path: socket },
    url: `unix://${socket}`,
    findConnections,
    kill,
    restart: start,
    close: async () => {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

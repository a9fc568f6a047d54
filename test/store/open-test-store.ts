import type { Redis } from 'ioredis'
import { createLogger } from '../../src/lib/logger.ts'
import { connectRedis } from '../../src/store/redis/connect.ts'
import { createKeys, type Keys } from '../../src/store/redis/keys.ts'
import { startRedisCluster } from '../helpers/redis/cluster.ts'
import { startTestRedis } from '../helpers/world/redis.ts'

/** A Redis for one test file; `freshKeys` gives each test a separate mirror. */
export type TestStore = {
  /** Its REDIS_URL. */
  url: string
  redis: Redis
  connect(): Redis
  freshKeys(): Keys
  /** The write steps that `work` takes, in order: a command, `multi` for a transaction, `eval` for a script. */
  stepsOf(work: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

/** More than any file has tests. */
const mostMirrors = 200

const reading =
  /^(?:get|zrange|zrevrange|zcard|mget|hget|hmget|hgetall|hscan|hlen|smembers|scard|smismember|exists|hexists|echo|info)$/

/** Starts a single server, or with STORE_SERVER=cluster a cluster. */
export async function openTestStore(): Promise<TestStore> {
  const server = await (process.env['STORE_SERVER'] === 'cluster' ? startTestCluster() : startTestServer())
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const connections: Redis[] = []
  const connect = (): Redis => {
    const connection = connectRedis(server.address, log)
    connections.push(connection)
    return connection
  }
  const redis = connect()
  let mirrors = 0
  return {
    url: server.url,
    redis,
    connect,
    freshKeys: () => server.keysOf(++mirrors),
    async stepsOf(work) {
      const base = redis.duplicate()
      // Its own greeting must be over: a command sent before the reply to MONITOR breaks the monitor.
      await base.ping()
      const monitor = await base.monitor()
      const seen: string[] = []
      const ended = new Promise<void>((resolve) => {
        monitor.on('monitor', (_time: string, [name = '', text]: string[], source: string) => {
          if (name === 'echo' && text === 'end') resolve()
          else if (source !== 'lua') seen.push(name.toLowerCase())
        })
      })
      await work()
      await redis.echo('end')
      await ended
      monitor.disconnect()
      base.disconnect()
      return outermost(seen).filter((name) => !reading.test(name))
    },
    async close() {
      for (const connection of connections) connection.disconnect()
      await server.close()
    },
  }
}

async function startTestServer() {
  const server = await startTestRedis()
  const keysOf = (number: number): Keys => createKeys(`mirror-${number}`)
  return { url: server.url, address: server.connection, keysOf, close: () => server.close() }
}

/** One connection serves all tests of a file, so their mirrors are on one node, though in separate slots. */
async function startTestCluster() {
  const cluster = await startRedisCluster()
  const { url } = cluster
  const ids = await cluster.mirrorsOf(cluster.nodes[0], mostMirrors)
  const keysOf = (number: number): Keys => createKeys(ids[number] ?? '', { inCluster: true })
  return { url, address: { url, mirrorId: ids[0] ?? '' }, keysOf, close: () => cluster.close() }
}

/** Leaves out the commands between `multi` and `exec`. */
function outermost(names: readonly string[]): string[] {
  let inside = false
  return names.filter((name) => {
    const shown = !inside
    if (name === 'multi') inside = true
    if (name === 'exec') inside = false
    return shown
  })
}

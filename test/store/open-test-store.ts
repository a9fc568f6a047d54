import type { Redis } from 'ioredis'
import { createLogger } from '../../src/lib/logger.ts'
import { connectRedis } from '../../src/store/redis/connect.ts'
import { createKeys, type Keys } from '../../src/store/redis/keys.ts'
import { startTestRedis } from '../helpers/world/redis.ts'

/** A Redis for one test file; `freshKeys` gives each test a mirror of its own. */
export type TestStore = {
  redis: Redis
  connect(): Redis
  freshKeys(): Keys
  /** The write steps that `work` takes, in order: a command, `multi` for a transaction, `eval` for a script. */
  stepsOf(work: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

const reading =
  /^(?:get|zrange|zrevrange|zcard|mget|hget|hmget|hgetall|hscan|hlen|smembers|scard|smismember|exists|hexists|echo|info)$/

export async function openTestStore(): Promise<TestStore> {
  const server = await startTestRedis()
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const connections: Redis[] = []
  const connect = (): Redis => {
    const connection = connectRedis(server.connection, log)
    connections.push(connection)
    return connection
  }
  const redis = connect()
  let mirrors = 0
  return {
    redis,
    connect,
    freshKeys: () => createKeys(`mirror-${++mirrors}`),
    async stepsOf(work) {
      const base = redis.duplicate()
      // Its own greeting must be over: a command that comes before the answer to MONITOR breaks the monitor.
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

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findRedisServer, redisArguments } from '../../../src/store/embedded/redis-server.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { endWithUs } from '../left-behind.ts'

/** A separate Redis for a schedule that keeps its data in an append-only file and restarts whenever it is killed. */
export async function startRedis(folder: string) {
  const server = await findRedisServer()
  const dir = join(folder, 'redis')
  const socket = join(dir, 'redis.sock')
  const pidFile = join(folder, 'redis.pid')
  await mkdir(dir)
  let child: ChildProcess
  let restarts = 0
  let closing = false
  let ready = start()

  async function start(): Promise<void> {
    const args = redisArguments(server, { dir, socket, persistent: true })
    child = endWithUs(
      spawn(server.file, [...args, '--appendfsync', 'no'], { stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    child.once('exit', () => {
      rmSync(pidFile, { force: true })
      if (closing) return
      restarts++
      ready = start()
    })
    await new Promise<void>((resolve) => {
      let said = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/ready to accept connections/i.test(said)) resolve()
      })
      child.once('exit', () => resolve())
    })
    if (child.pid !== undefined && child.exitCode === null) writeFileSync(pidFile, String(child.pid))
  }

  await ready
  return {
    url: `unix://${socket}`,
    keys: createKeys('default'),
    pidFile,
    restarts: () => restarts,
    /** Queries Redis over a separate connection. */
    async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
      await ready
      const redis = new Redis({ path: socket, replyMapping: 'legacy' })
      redis.on('error', () => undefined)
      try {
        return await question(redis)
      } finally {
        redis.disconnect()
      }
    },
    /** A single server has no other node to move to. */
    moveSlot: async (): Promise<void> => undefined,
    async close(): Promise<void> {
      closing = true
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await gone
    },
  }
}

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { openConnection } from './redis-connection.ts'
import { openRedisLog, prepareSocketFolder, readLogTail, socketPlaces } from './redis-folder.ts'
import { RedisServerError, findRedisServer, redisArguments } from './redis-server.ts'

const READY_MS = 15_000

/** Reading a large append-only file takes minutes. */
export const LOADING_MS = 5 * 60_000

/** Starts a server that keeps its data in `folder`, and gives a connection to it once it answers; throws RedisServerError with the end of its log. */
export async function spawnRedis(folder: string): Promise<{ socket: string; client: Redis }> {
  const server = await findRedisServer()
  let reason = ''
  for (const socket of socketPlaces(folder)) {
    await prepareSocketFolder(folder, socket)
    const log = await openRedisLog(folder)
    const child = spawn(server.file, redisArguments(server, { dir: folder, socket, persistent: true }), {
      // A session of its own: Ctrl-C in a terminal goes to every process in ours, and the daemon still needs its Redis to shut down.
      detached: true,
      cwd: folder,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    const client = await waitUntilReady(child, socket)
    await log.close()
    if (client) return { socket, client }
    child.kill('SIGTERM')
    reason = await readLogTail(folder)
    // Some mounted file systems hold no sockets: then the next place.
    if (!/socket/i.test(reason)) break
  }
  throw new RedisServerError(`${server.file} did not start in ${folder}. The end of its log:\n${reason}`)
}

async function waitUntilReady(child: ChildProcess, socket: string): Promise<Redis | undefined> {
  // A program that cannot be run at all has no process id; without a listener its error would end ours.
  child.once('error', () => undefined)
  const deadline = Date.now() + READY_MS
  while (
    child.pid !== undefined &&
    child.exitCode === null &&
    child.signalCode === null &&
    Date.now() < deadline
  ) {
    const client = await openConnection(socket, LOADING_MS)
    if (client) return client
    await pause(5)
  }
  return undefined
}

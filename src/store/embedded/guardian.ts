import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync, rmdirSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// A separate process in the data folder: `node guardian.ts GUARD_SOCKET REDIS_SOCKET COMMAND…`. It runs COMMAND, a
// redis-server, while a user is connected to GUARD_SOCKET. The kernel closes the connections of killed processes, so
// the server never outlives its users.

const [, , guardSocket = '', redisSocket = '', ...command] = process.argv

/** The exit code if another guardian or another Redis is active in this folder. */
const busyCode = 75
const unusedMs = 60_000
const stopMs = 30_000
const logLimitBytes = 1_000_000

/** Ends Redis when standard input ends, which happens even if the guardian is killed. */
const leash = '"$@" 2>&1 & exec >&-; read _; kill $!; wait'

const folder = process.cwd()
const place = dirname(guardSocket)
const lock = new DatabaseSync('lock', { timeout: 0 })

takeLock()
await assertAlone()
rmSync(guardSocket, { force: true })
mkdirSync(place, { recursive: true, mode: 0o700 })
const users = new Set<Socket>()
const server = createServer({ allowHalfOpen: true }, welcome).listen(guardSocket)
await once(server, 'listening')
process.stdout.write('listening\n')

const redis = spawn('/bin/sh', ['-c', leash, 'sh', ...command], { stdio: ['pipe', 'pipe', 'ignore'] })
redis.stdout.pipe(openLog())
let tail = ''
let pid: number | undefined
let answer: string | undefined
redis.stdout.on('data', (chunk: Buffer) => {
  tail = (tail + chunk.toString()).slice(-2_000)
  if (pid !== undefined) return
  const ready = /^(\d+):.* ready to accept connections/im.exec(tail)
  if (ready) answerAll({ pid: (pid = Number(ready[1])) })
})
redis.stdout.once('end', () => {
  answerAll({ failed: tail.trim().split('\n').slice(-6).join('\n') })
  stop()
})
redis.once('exit', () => {
  if (place !== folder) rmdirSync(place)
  process.exit()
})
setTimeout(() => users.size === 0 && stop(), unusedMs).unref()

/** SQLite provides the only file lock in Node that the kernel releases when its holder is killed. */
function takeLock(): void {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) process.exit(busyCode)
    throw error
  }
}

/** A second server on the same append-only file would destroy it. */
async function assertAlone(): Promise<void> {
  const other = connect(redisSocket)
  const accepted = await once(other, 'connect').then(
    () => true,
    () => false,
  )
  if (accepted) process.exit(busyCode)
}

function welcome(user: Socket): void {
  users.add(user)
  user.on('error', () => undefined)
  user.on('end', () => leave(user))
  user.on('close', () => leave(user))
  user.resume()
  if (answer !== undefined) user.write(answer)
}

/** The last user stays connected until Redis has ended, so that it notices the end. */
function leave(user: Socket): void {
  if (!users.delete(user)) return
  if (users.size > 0) user.end()
  else stop()
}

function answerAll(message: { pid: number } | { failed: string }): void {
  answer = `${JSON.stringify(message)}\n`
  for (const user of users) user.write(answer)
}

function stop(): void {
  server.close()
  redis.stdin.end()
  setTimeout(() => pid !== undefined && process.kill(pid, 'SIGKILL'), stopMs)
}

function openLog() {
  const size = statSync('redis.log', { throwIfNoEntry: false })?.size ?? 0
  const log = createWriteStream('redis.log', { flags: size > logLimitBytes ? 'w' : 'a', mode: 0o600 })
  // A full disk must not end Redis, which still serves reads.
  log.on('error', () => undefined)
  return log
}

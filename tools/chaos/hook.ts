import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setClock } from './clock.ts'
import type { Boundary, Kill, Target } from './story/schedule.ts'

// Preloaded into a daemon. It only listens: at the n-th boundary of the wanted kind it ends the process, Redis, or both.

const { CHAOS_KILL = '', CHAOS_FIRED: firedFile = '', CHAOS_REDIS_PID: redisPidFile = '' } = process.env

let armed: { kill: Kill; passed: number } | undefined
const arm = (json: string): void => {
  armed = json === '' ? undefined : { kill: JSON.parse(json) as Kill, passed: 0 }
}
arm(CHAOS_KILL)
process.on('message', (message) => {
  const [what, text] = message as ['kill' | 'clock', string]
  if (what === 'clock') setClock(Number(text))
  else arm(text)
  process.send?.('heard')
})
process.channel?.unref()
// A killed process does not write its compile cache, and without a cache a start takes several times as long.
setTimeout(flushCompileCache, 1_000).unref()
listenToRequests()
listenToRedis()

function reach(at: Boundary, what: string, target: Target = 'any'): void {
  if (armed === undefined || armed.kill.at !== at) return
  const { kill } = armed
  if (kill.of !== 'any' && kill.of !== target) return
  if (++armed.passed !== kill.nth) return
  appendFileSync(firedFile, `${JSON.stringify({ ...kill, what })}\n`)
  if (kill.hit === 'term') process.kill(process.pid, 'SIGTERM')
  if (kill.hit === 'redis' || kill.hit === 'both') killRedis()
  if (kill.hit === 'daemon' || kill.hit === 'both') process.kill(process.pid, 'SIGKILL')
}

type Asked = { request: { method: string; path: string } }

function listenToRequests(): void {
  const channels = { create: 'create', sent: 'bodySent', headers: 'headers', trailers: 'trailers' } as const
  for (const at of ['create', 'sent', 'headers', 'trailers'] as const) {
    subscribe(`undici:request:${channels[at]}`, (message) => {
      const { method, path } = (message as Asked).request
      reach(`http:${at}`, `${method} ${path.split('?')[0]}`, kindOf(method, path))
    })
  }
}

function kindOf(method: string, path: string): Target {
  if (path.includes('/batch/v1')) return 'batch'
  if (path.startsWith('/media/')) return 'asset'
  if (path.includes('/api/partner/')) return 'product'
  return method === 'GET' ? 'lookup' : 'upload'
}

type Commanded = { command: string; args: readonly unknown[] }

function listenToRedis(): void {
  const looking = new Set(
    'get hget hgetall hmget hlen scard exists zcard zcount zrange zrevrange hscan smembers smismember lrange llen ping info client hello bzpopmin subscribe script config cluster wait'.split(
      ' ',
    ),
  )
  const on = (channel: string, at: Boundary): void =>
    subscribe(`tracing:ioredis:command:${channel}`, (message) => {
      const { command, args } = message as Commanded
      const name = command.toLowerCase()
      // Checks for stalled jobs and lock extensions follow the clock; counting them would make replays differ.
      if (looking.has(name) || args.some((arg) => /:(stalled|lock)/.test(String(arg)))) return
      reach(at, name)
    })
  // ioredis publishes a command once it has been written to the socket, a transaction before.
  on('start', 'redis:sent')
  on('asyncEnd', 'redis:answered')
  subscribe('tracing:ioredis:batch:start', () => reach('commit:before', 'multi'))
  subscribe('tracing:ioredis:batch:asyncEnd', () => reach('commit:after', 'multi'))
}

function killRedis(): void {
  try {
    process.kill(Number(readFileSync(redisPidFile, 'utf8')), 'SIGKILL')
  } catch {
    // It is down already: another process was quicker.
  }
}

import { readdir, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueNames } from '../../../jobs/queue/queues.ts'
import type { BenchDaemon } from '../world/bench-daemon.ts'
import type { BenchWorld } from '../world/bench-world.ts'
import { usageOf } from '../world/usage.ts'

/** The measures that must stay flat, in the order of the table: a name with its unit. */
export const measures = [
  'resident memory, MB',
  'heap after a collection, MB',
  'open handles',
  'sockets',
  'Redis keys',
  'Redis memory, MB',
  'completed jobs',
  'failed jobs',
] as const
export type Measure = (typeof measures)[number]

/** One sample of the daemon and its Redis. */
export type Sample = Readonly<Record<Measure, number>>

/** An idle daemon collects its garbage after two seconds. */
const idleMs = 4_000

/**
 * Waits until the daemon has collected its garbage, and samples it from the outside. Redis memory is without the audit
 * trail, whose cap a soak does not reach.
 */
export async function takeSample(world: BenchWorld, daemon: BenchDaemon): Promise<Sample> {
  const { redis, mirrorKeys } = world
  await sleep(idleMs)
  const [usage, handles, heapBytes, keys, redisBytes, auditBytes, completed, failed] = await Promise.all([
    usageOf(daemon.pid),
    readHandles(daemon.pid),
    daemon.metric('nodejs_heap_size_used_bytes'),
    redis.dbsize(),
    world.redisBytes(),
    redis.memory('USAGE', mirrorKeys.audit, 'SAMPLES', 0),
    countJobs(world, 'completed'),
    countJobs(world, 'failed'),
  ])
  return {
    'resident memory, MB': usage.residentMb,
    'heap after a collection, MB': heapBytes / 2 ** 20,
    'open handles': handles.length,
    sockets: handles.filter((target) => target.startsWith('socket:')).length,
    'Redis keys': keys,
    'Redis memory, MB': (redisBytes - (auditBytes ?? 0)) / 2 ** 20,
    'completed jobs': completed,
    'failed jobs': failed,
  }
}

/** Keys of one kind, and the bytes that they take. */
export type KeyCount = { keys: number; bytes: number }

/** The keys by kind: the name without ids, such as `run:*:outcomes` or `queues:plan:*`. */
export async function countKeys({ redis, mirrorKeys }: BenchWorld): Promise<Map<string, KeyCount>> {
  const counts = new Map<string, KeyCount>()
  for (const key of await redis.keys(`${mirrorKeys.prefix}*`)) {
    // A key that has been deleted since takes nothing.
    const bytes = (await redis.memory('USAGE', key, 'SAMPLES', 0)) ?? 0
    const kind = key
      .slice(mirrorKeys.prefix.length)
      .split(':')
      .map((part, index) => (index > 0 && /\d/.test(part) ? '*' : part))
      .join(':')
    const known = counts.get(kind) ?? { keys: 0, bytes: 0 }
    counts.set(kind, { keys: known.keys + 1, bytes: known.bytes + bytes })
  }
  return counts
}

/** The target of each open handle of a process; Linux only. */
async function readHandles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder)
  // One may be closed between the two calls.
  return Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => 'closed')))
}

async function countJobs({ redis, mirrorKeys }: BenchWorld, state: 'completed' | 'failed'): Promise<number> {
  const sizes = queueNames.map((name) => redis.zcard(`${mirrorKeys.queues}:${name}:${state}`))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

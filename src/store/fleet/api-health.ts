import type { Redis } from 'ioredis'
import type { Upstream } from '../../lib/errors.ts'
import type { UpstreamHealth } from '../../sync/ports/stored.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { toCount } from '../formats/define-shape.ts'

const upstreams: readonly Upstream[] = ['partner', 'cms']
const minutes = 10
const flushMs = 5_000
const keptSeconds = (minutes + 2) * 60
/** The width of the buckets doubles; the last one starts at about 16 s. */
const lastBucket = 15

/** Counts each upstream’s responses by minute and latency for the whole fleet; a process saves its counts every 5 s. */
export function createUpstreamsHealth(redis: Redis, keys: Keys, now: () => number = Date.now) {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const add = (upstream: Upstream, field: string): void => {
    const name = `${upstream} ${minuteOf(now())} ${field}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = counts
    counts = new Map()
    if (taken.size === 0) return
    const pipeline = redis.pipeline()
    const touched = new Set<string>()
    for (const [name, count] of taken) {
      const [upstream = '', minute = '', field = ''] = name.split(' ')
      const key = keys.upstreamHealth(upstream, Number(minute))
      pipeline.hincrby(key, field, count)
      touched.add(key)
    }
    for (const key of touched) pipeline.expire(key, keptSeconds)
    await execute(pipeline)
  }

  return {
    /** Records one request; `status` is undefined without a response. */
    note(upstream: Upstream, { ms, status }: { ms: number; status: number | undefined }): void {
      add(upstream, isFailed(status) ? 'failed' : `within-${bucketOf(ms)}`)
      // A loss of Redis costs only a few seconds of counts.
      timer ??= setTimeout(() => void flush().catch(() => undefined), flushMs).unref()
    },

    async read(): Promise<Record<Upstream, UpstreamHealth>> {
      const pipeline = redis.pipeline()
      for (const key of recentHealthKeys(keys, now())) pipeline.hgetall(key)
      const replies = ((await pipeline.exec()) ?? []).map(toCounts)
      return {
        partner: toHealth(replies.slice(0, minutes)),
        cms: toHealth(replies.slice(minutes)),
      }
    },

    /** Saves the recorded requests, if Redis responds. */
    async close(): Promise<void> {
      clearTimeout(timer)
      // Redis may be gone, so this does not wait for it.
      if (redis.status === 'ready') await flush().catch(() => undefined)
    },
  }
}

/** The keys of the minutes that are read, the partner's first; `now` in ms. */
export function recentHealthKeys(keys: Keys, now: number): string[] {
  return upstreams.flatMap((upstream) =>
    Array.from({ length: minutes }, (_, back) => keys.upstreamHealth(upstream, minuteOf(now) - back)),
  )
}

/** Redis's reply for one minute; a key of another type counts as empty, and the next run moves it away. */
function toCounts([error, counts]: [Error | null, unknown]): Record<string, string> {
  if (error !== null && !error.message.startsWith('WRONGTYPE')) throw error
  return error === null ? (counts as Record<string, string>) : {}
}

function minuteOf(time: number): number {
  return Math.floor(time / 60_000)
}

/** 401 and 403 count as failures: without valid credentials, nothing works. */
function isFailed(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 401 || status === 403
}

/** The bucket of a latency: the exponent of the next power of two, in milliseconds. */
function bucketOf(ms: number): number {
  return Math.min(lastBucket, Math.max(0, Math.ceil(Math.log2(Math.max(ms, 1)))))
}

function toHealth(hashes: readonly Record<string, string>[]): UpstreamHealth {
  const sum = (field: string): number => hashes.reduce((total, hash) => total + toCount(hash[field]), 0)
  const buckets = Array.from({ length: lastBucket + 1 }, (_, index) => sum(`within-${index}`))
  const answered = buckets.reduce((total, count) => total + count, 0)
  const failed = sum('failed')
  return {
    minutes,
    requests: answered + failed,
    failed,
    halfWithinMs: latencyOf(buckets, answered * 0.5),
    mostWithinMs: latencyOf(buckets, answered * 0.95),
  }
}

/** The latency, in milliseconds, that `wanted` responses did not exceed. */
function latencyOf(buckets: readonly number[], wanted: number): number | undefined {
  if (wanted === 0) return undefined
  let seen = 0
  const bucket = buckets.findIndex((count) => (seen += count) >= wanted)
  return 2 ** (bucket === -1 ? lastBucket : bucket)
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { expect, vi } from 'vitest'
import { patiently } from '../hang.ts'

/** A problem of a running Redis. `dir` is its data folder. */
export type RedisFault = {
  begin: (redis: Redis, dir: string) => Promise<unknown>
  end: (redis: Redis, dir: string) => Promise<unknown>
  /** The expected message. */
  said: RegExp
}

/** A folder in place of this file prevents the snapshot, like a full disk, even for root. */
const fileOf = (dir: string): string => join(dir, 'dump.rdb')

async function saveInBackground(redis: Redis, status: 'ok' | 'err'): Promise<void> {
  await redis.bgsave().catch(() => undefined)
  await vi.waitFor(async () => {
    const [, last] = /rdb_last_bgsave_status:(\w+)/.exec(await redis.info('persistence')) ?? []
    expect(last).toBe(status)
  }, patiently)
}

type FaultName = 'a full memory' | 'a full disk' | 'the role of a read-only replica' | 'allkeys-lru'

export const redisFaults: Record<FaultName, RedisFault> = {
  'a full memory': {
    begin: (redis) => redis.config('SET', 'maxmemory', '1'),
    end: (redis) => redis.config('SET', 'maxmemory', '0'),
    said: /^it refuses writes \(OOM .*\): its memory is full\. Raise maxmemory/,
  },
  'a full disk': {
    async begin(redis, dir) {
      await mkdir(join(fileOf(dir), 'full'), { recursive: true })
      await redis.config('SET', 'save', '3600 1')
      await saveInBackground(redis, 'err')
    },
    async end(redis, dir) {
      await rm(fileOf(dir), { recursive: true })
      await saveInBackground(redis, 'ok')
      await redis.config('SET', 'save', '')
      await rm(fileOf(dir))
    },
    said: /^it refuses writes \(MISCONF .*\): it cannot save to its disk\. Check/,
  },
  'the role of a read-only replica': {
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
    said: /^it refuses writes \(READONLY .*\): it is a read-only replica\. Set REDIS_URL/,
  },
  'allkeys-lru': {
    begin: (redis) => redis.config('SET', 'maxmemory-policy', 'allkeys-lru'),
    end: (redis) => redis.config('SET', 'maxmemory-policy', 'noeviction'),
    said: /^maxmemory-policy is allkeys-lru: Redis may evict jobs and snapshots\. Set it to noeviction/,
  },
}

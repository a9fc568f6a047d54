import type { Redis } from 'ioredis'
import type { Keys } from '../redis/keys.ts'

const jsonFields = ['data', 'opts'] as const

/**
 * Moves the data of a fetched job that is not JSON away, and replaces it with the name of its run, so that the job is
 * fetched once more and ends its run. Returns the ids of these jobs.
 */
export async function moveDamagedJobsAway(redis: Redis, keys: Keys, queue: string): Promise<string[]> {
  const damaged: string[] = []
  for (const id of await redis.lrange(`${keys.queues}:${queue}:active`, 0, -1)) {
    const key = `${keys.queues}:${queue}:${id}`
    const texts = await redis.hmget(key, ...jsonFields)
    for (const [index, field] of jsonFields.entries()) {
      const text = texts[index] ?? null
      if (text === null || isJson(text)) continue
      const [runId] = /\d{4}-\d\d-\d\d-\d+/.exec(id) ?? []
      const left = field === 'data' && runId !== undefined ? { runId } : {}
      await redis
        .multi()
        .hset(keys.damaged, `${key} ${field}`, text)
        .hset(key, field, JSON.stringify(left))
        .exec()
      damaged.push(id)
    }
  }
  return damaged
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

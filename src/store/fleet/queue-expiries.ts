import type { Redis } from 'ioredis'
import { wholeMs } from '../../lib/time/whole-ms.ts'
import type { Keys } from '../redis/keys.ts'

/** No job is locked for longer (JOB_LOCK_SECONDS). */
const longestLockMs = 300_000

/**
 * Ends the expiries of a queue that a clock step has extended, because Redis stores an expiry as an absolute time: the
 * queue is not paused, stalled jobs are searched for, and a lock expires after `lockMs` unless its process renews it.
 */
export async function endExtendedExpiries(
  redis: Redis,
  keys: Keys,
  queue: string,
  lockMs: number,
): Promise<void> {
  const prefix = `${keys.queues}:${queue}`
  // A limit or outage that is not over pauses the queue again when a job is refused.
  await redis.del(`${prefix}:limiter`, `${prefix}:stalled-check`)
  for (const id of await redis.lrange(`${prefix}:active`, 0, -1)) {
    const lock = `${prefix}:${id}:lock`
    if ((await redis.pttl(lock)) > longestLockMs) await redis.pexpire(lock, wholeMs(lockMs))
  }
}

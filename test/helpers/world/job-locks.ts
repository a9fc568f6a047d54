import type { World } from './mirror-world.ts'

/**
 * Ends the locks of a killed process's jobs, as they end after JOB_LOCK_SECONDS, and lets the next process look for
 * such jobs at once.
 */
export async function expireJobLocks({ redis }: World): Promise<void> {
  for (const pattern of ['*:lock', '*:stalled-check']) {
    const keys = await redis.keys(pattern)
    if (keys.length > 0) await redis.del(keys)
  }
}

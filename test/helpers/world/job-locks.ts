import type { World } from './mirror-world.ts'

/**
 * Expires the locks of a killed process's jobs, as JOB_LOCK_SECONDS does, and lets the next process search for such
 * jobs at once.
 */
export async function expireJobLocks({ redis }: World): Promise<void> {
  for (const pattern of ['*:lock', '*:stalled-check']) {
    const keys = await redis.keys(pattern)
    if (keys.length > 0) await redis.del(keys)
  }
}

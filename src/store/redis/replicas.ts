import type { Redis } from 'ioredis'
import { MirrorError } from '../../lib/errors.ts'

/** A replica that takes longer is too far behind to be waited for. */
const longestMs = 500
const askAgainMs = 60_000

/**
 * Makes a wait until a replica has everything that was written over this connection: what a failover then keeps. Without
 * a replica in step it ends at once, for a minute. Throws a MirrorError when the primary is lost meanwhile.
 */
export function createReplicaWait(redis: Redis, limitMs = longestMs): () => Promise<void> {
  let nextAt = 0
  return async () => {
    if (Date.now() < nextAt) return
    let isLost = false
    const note = (): void => void (isLost = true)
    redis.once('close', note)
    try {
      if (!(await isCopied(redis, limitMs))) nextAt = Date.now() + askAgainMs
    } finally {
      redis.off('close', note)
    }
    // The next primary may not have it.
    if (isLost) throw new MirrorError('Redis was lost before a replica had what was written.')
  }
}

async function isCopied(redis: Redis, limitMs: number): Promise<boolean> {
  const replication = await redis.info('replication')
  if (!/^connected_slaves:[1-9]/m.test(replication)) return false
  // A user without this right is named by `doctor`.
  return (await redis.wait(1, limitMs).catch(() => 0)) > 0
}

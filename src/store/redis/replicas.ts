import type { Redis } from 'ioredis'
import { MirrorError } from '../../lib/errors.ts'

/** A replica that takes longer is too far behind. */
const longestMs = 500
const askAgainMs = 60_000

/**
 * Creates a function that waits until a replica has all data written over this connection, so that it survives a
 * failover. If no replica is in step, it returns at once for a minute. Throws a MirrorError if the primary is lost
 * during the wait.
 */
export function createReplicaWait(redis: Redis, limitMs = longestMs): () => Promise<void> {
  let nextAt = 0
  return async () => {
    if (performance.now() < nextAt) return
    let isLost = false
    const note = (): void => void (isLost = true)
    redis.once('close', note)
    try {
      if (!(await isCopied(redis, limitMs))) nextAt = performance.now() + askAgainMs
    } finally {
      redis.off('close', note)
    }
    // The next primary may not have the data.
    if (isLost) throw new MirrorError('Redis was lost before a replica had what was written.')
  }
}

async function isCopied(redis: Redis, limitMs: number): Promise<boolean> {
  const replication = await redis.info('replication')
  if (!/^connected_slaves:[1-9]/m.test(replication)) return false
  // If the user lacks this right, `doctor` reports it.
  return (await redis.wait(1, limitMs).catch(() => 0)) > 0
}

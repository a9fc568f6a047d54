import { MirrorError } from '../../lib/errors.ts'

/** A read took too long; it is not aborted. */
class TooSlowError extends MirrorError {
  override readonly retryable = true
}

/**
 * The promise's value; throws TooSlowError after `ms`. Reads from Redis need a limit, because ioredis queues
 * commands as long as Redis is unreachable.
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  { ms = 2_000, source = 'Redis' }: { ms?: number; source?: string } = {},
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new TooSlowError(`${source} did not respond within ${ms / 1000} s.`)),
    ms,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

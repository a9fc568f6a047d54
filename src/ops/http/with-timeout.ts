import { MirrorError } from '../../lib/errors.ts'

/** Time limit for reads from Redis: ioredis queues commands as long as Redis is unreachable. */
export const answerWithinMs = 2_000

/** A read took too long; it is not aborted. */
export class TooSlowError extends MirrorError {
  override readonly retryable = true
}

/** The promise's value; throws TooSlowError naming `what` when it takes longer. */
export async function withTimeout<T>(timeoutMs: number, what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new TooSlowError(`${what} did not answer within ${timeoutMs / 1000} s.`)),
    timeoutMs,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

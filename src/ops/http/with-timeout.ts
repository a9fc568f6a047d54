import { MirrorError } from '../../lib/errors.ts'

/** What answers operators from Redis waits this long: an unreachable Redis queues commands for ever. */
export const answerWithinMs = 2_000

/** A read took too long; the read itself goes on. */
export class TooSlowError extends MirrorError {
  override readonly retryable = true
}

/** The promise's value, or TooSlowError naming `what` when it takes longer. */
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

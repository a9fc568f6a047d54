import { halfJitterMs } from '../backoff.ts'
import { retryAfterMs } from '../retry-after.ts'
import { headerOf, type RequestFailure, type Response } from './send.ts'

/** The end of a request; `unknown`: it proves nothing about the upstream. */
export type Answer = 'answered' | 'unknown' | { failed: string; status?: number }

export const noTime = 'without a usable Retry-After'
const unexplainedLimit = { baseMs: 1_000, capMs: 60_000 }
/** A short limit is trusted this often in a row. */
export const shortLimits = 5
/** Any limit is trusted this often in a row. */
const manyLimits = 15

/**
 * A 5xx response is a failure, unless it is a limit; a limit that does not end is a failure, too. A request
 * that we refuse to send or a response that we refuse to read proves nothing. `limits`: how often in a row
 * the upstream has limited us.
 */
export function toAnswer(sent: { ok: true; response: Response } | RequestFailure, limits = 1): Answer {
  if (!sent.ok) return sent.permanent ? 'unknown' : { failed: sent.reason }
  const { status } = sent.response
  const limit = limitOf(sent.response, limits)
  if (limit === undefined) return status >= 500 ? { failed: `returned ${status}`, status } : 'answered'
  return limit.isEndless ? { failed: `returned ${status} ${noTime}`, status } : 'answered'
}

/** The time of a response in ms since 1970, by the server's clock if possible: a date in Retry-After refers to that. */
function timeOf(response: Response): number {
  const sentAt = Date.parse(headerOf(response, 'date') ?? '')
  // The date of a cached response is that of an earlier one.
  return Number.isNaN(sentAt) || headerOf(response, 'age') !== undefined ? Date.now() : sentAt
}

/** The wait after a limit. An endless limit has no usable Retry-After, or one that was wrong too often. */
export function limitOf(
  response: Response,
  limits: number,
): { waitMs: number; isEndless: boolean } | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const retryAfter = retryAfterMs(headerOf(response, 'retry-after'), timeOf(response))
  if (retryAfter === undefined) {
    if (response.status === 503) return undefined
    return { waitMs: halfJitterMs(limits, unexplainedLimit), isEndless: true }
  }
  const isShort = retryAfter < unexplainedLimit.baseMs
  const isEndless = limits > (isShort ? shortLimits : manyLimits)
  const waitMs = isShort && isEndless ? halfJitterMs(limits - shortLimits, unexplainedLimit) : retryAfter
  return { waitMs, isEndless }
}

import { longestMs } from './time/whole-ms.ts'

const shortestMs = 100

/**
 * Milliseconds of a Retry-After value (seconds or an HTTP date), at least 100 ms, at most a year. Undefined
 * if it is missing, invalid, zero or in the past: then the upstream has not stated how long to wait. `now` is
 * in milliseconds since 1970.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : dateOf(text) - now
  return !(waitMs > 0) ? undefined : Math.min(Math.max(waitMs, shortestMs), longestMs)
}

/** All three forms of an HTTP date start with a weekday and mean GMT, even without its name. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

const least = 100
const most = 3_600_000

/**
 * Milliseconds that a Retry-After value (seconds or an HTTP date) asks to wait, held between 100 ms and 1 h;
 * undefined when there is none or it is neither. `now` is in milliseconds since the epoch.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  const asked = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : dateOf(text) - now
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, least), most)
}

/** The three forms of an HTTP date all begin with a weekday, and all mean GMT even where they do not say so. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

declare const whole: unique symbol

/** A wait in whole milliseconds, the only form that Redis and BullMQ accept. */
export type WholeMs = number & { readonly [whole]: true }

/** The longest wait: a year. */
export const longestMs = 366 * 86_400_000

/** Rounds up, to at least 1 ms and at most a year. Throws TypeError for NaN. */
export function wholeMs(ms: number): WholeMs {
  if (Number.isNaN(ms)) throw new TypeError('A wait must be a number of milliseconds.')
  return brand(Math.min(Math.max(Math.ceil(ms), 1), longestMs))
}

function brand(ms: number): WholeMs {
  return ms as WholeMs
}

/** Progress of the walk over the known assets: the time (ms) up to which its share is used, and the next position. */
export type RecheckState = { at: number; cursor: string }

/**
 * How many of `total` known assets a run requests from the partner again, so that each is requested once in
 * `intervalMs`. The number grows with the time since the last run; a fraction of an asset is carried over to the next
 * run.
 */
export function recheckPart(
  total: number,
  { at: usedUpTo, cursor }: RecheckState,
  { now, intervalMs }: { now: number; intervalMs: number },
): { count: number; next: RecheckState } {
  // The clock of the last run may have been ahead.
  const at = Math.min(usedUpTo, now)
  const elapsed = now - at
  if (elapsed >= intervalMs) return { count: total, next: { at: now, cursor } }
  const count = Math.floor((total * elapsed) / intervalMs)
  return { count, next: { at: count === 0 ? at : at + (count / total) * intervalMs, cursor } }
}

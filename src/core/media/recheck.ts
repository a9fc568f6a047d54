/** How far the walk over the known assets has come: until when it is paid for (ms), and where it goes on. */
export type RecheckState = { at: number; cursor: string }

/**
 * How many of `total` known assets a run asks the partner for again, so that each is asked for once in `intervalMs`.
 * The part grows with the time since the last one; what does not make up one asset counts for the next run.
 */
export function recheckPart(
  total: number,
  { at, cursor }: RecheckState,
  { now, intervalMs }: { now: number; intervalMs: number },
): { count: number; next: RecheckState } {
  const elapsed = now - at
  if (elapsed >= intervalMs) return { count: total, next: { at: now, cursor } }
  const count = Math.max(0, Math.floor((total * elapsed) / intervalMs))
  return { count, next: { at: count === 0 ? at : at + (count / total) * intervalMs, cursor } }
}

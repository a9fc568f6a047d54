const allowedGrowth = 1.1

/**
 * Whether memory stays flat, measured after each reset: the minimum of the last quarter is at most a tenth above the
 * maximum of the second quarter. The first quarter fills caches.
 */
export function isFlat(heaps: readonly number[]): boolean {
  const quarter = Math.floor(heaps.length / 4)
  if (quarter === 0) return true
  const early = Math.max(...heaps.slice(quarter, 2 * quarter))
  const late = Math.min(...heaps.slice(-quarter))
  return late <= early * allowedGrowth
}

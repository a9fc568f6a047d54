const allowedGrowth = 1.1

/**
 * Whether the memory that is left in use after each reset stays flat: the least of the last quarter is at most a tenth
 * above the most of the second quarter. The first quarter fills caches.
 */
export function isFlat(heaps: readonly number[]): boolean {
  const quarter = Math.floor(heaps.length / 4)
  if (quarter === 0) return true
  const early = Math.max(...heaps.slice(quarter, 2 * quarter))
  const late = Math.min(...heaps.slice(-quarter))
  return late <= early * allowedGrowth
}

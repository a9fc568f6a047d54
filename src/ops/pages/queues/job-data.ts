/** Our jobs are three levels deep. */
const deepest = 20
/** All parts of a job; ours have a few hundred. */
const mostParts = 10_000

const tooLarge = '(nested too deep, or too large, to be shown)'

/**
 * A job's data as the board shows it. Data from another writer to Redis must not prevent other jobs from
 * being shown.
 */
export function shownData(data: unknown): unknown {
  let parts = 0
  let level = [data]
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.length
    if (depth > deepest || parts > mostParts) return tooLarge
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return data
}

/** The first word of an error with which a Redis refuses every write for a while: memory, disk, replica, start. */
const refusals = /^(?:OOM|MISCONF|READONLY|UNBLOCKED|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN)\b/

/** Whether Redis answers but takes no writes at present; what was refused can be repeated when it does again. */
export function isRefusedByRedis(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A transaction that Redis discarded lists why.
  const earlier: unknown = 'previousErrors' in error ? error.previousErrors : []
  const behind = [error.cause, ...(Array.isArray(earlier) ? earlier : [])]
  return refusals.test(error.message) || behind.some(isRefusedByRedis)
}

/**
 * The first word of an error with which Redis temporarily refuses every write: memory, disk, replica, start,
 * a cluster without a primary for the slot, a slot that is being moved.
 */
const refusals =
  /^(?:OOM|MISCONF|READONLY|UNBLOCKED|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|MOVED|ASK|TRYAGAIN)\b/

/** Whether Redis is up but temporarily refuses writes; they can be repeated later. */
export function isRefusedByRedis(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A discarded transaction lists the errors of its commands.
  const earlier: unknown = 'previousErrors' in error ? error.previousErrors : []
  const behind = [error.cause, ...(Array.isArray(earlier) ? earlier : [])]
  return refusals.test(error.message) || behind.some(isRefusedByRedis) || isMovedTransaction(error, earlier)
}

/** The commands were refused because the slot has moved, and dropped with the connection to the old node. */
function isMovedTransaction({ message }: Error, earlier: unknown): boolean {
  const isDropped = (each: unknown): boolean =>
    each instanceof Error && each.message === 'Command aborted due to connection close'
  return message.startsWith('EXECABORT') && Array.isArray(earlier) && earlier.some(isDropped)
}

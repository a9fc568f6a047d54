import type { SyncDeps } from '../../src/sync/deps.ts'
import type { Site } from '../../src/sync/ports/stored.ts'
import { LaterError } from '../queue/requeue-or-fail.ts'
import { holdLease, leaseAgainMs } from './hold-lease.ts'

/**
 * Works while no other job has the same part of the site: the pages that products share, or the whole mirror,
 * where no product run may be active. Throws LaterError while others have it.
 */
export async function withSite<T>(
  deps: SyncDeps,
  { what, job }: { what: Site; job: string },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!(await deps.leases.take(what, job))) throw new LaterError(leaseAgainMs)
  const lease = {
    renew: () => deps.leases.renew(what, job),
    release: () => deps.leases.release(what, job),
  }
  return holdLease(deps, lease, signal, work)
}

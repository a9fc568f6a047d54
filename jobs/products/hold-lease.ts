import { MirrorError, reasonOf } from '../../src/lib/errors.ts'
import type { SyncDeps } from '../../src/sync/deps.ts'
import { LaterError } from '../queue/requeue-or-fail.ts'

/** The pause before a job tries to take a lease again. */
export const leaseAgainMs = 100

/** The pause of a job of the run with the lock while product runs have some of its products. */
export const sharedAgainMs = 250

type Lease = { renew(): Promise<boolean>; release(): Promise<void> }

/**
 * Works under a lease that was taken, renews it during the work and releases it at the end, unless `keeps`
 * reports that the job will continue soon. If the lease is lost, the signal aborts before the next write is
 * sent, and the job starts again.
 */
export async function holdLease<T>(
  { leases, log }: SyncDeps,
  lease: Lease & { keeps?: (error: unknown) => boolean },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  let renewedAt = performance.now()
  const renew = async (): Promise<void> => {
    try {
      if (await lease.renew()) renewedAt = performance.now()
      else lost.abort(new MirrorError('The lease has expired.'))
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'lease not renewed')
    }
    if (performance.now() - renewedAt > leases.lastsMs) lost.abort(new MirrorError('The lease has expired.'))
  }
  const timer = setInterval(() => void renew(), leases.lastsMs / 3)
  let kept = false
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } catch (error) {
    kept = lease.keeps?.(error) === true
    if (lost.signal.aborted && !signal.aborted) throw new LaterError(leaseAgainMs)
    throw error
  } finally {
    clearInterval(timer)
    // Otherwise the lease expires.
    if (!kept)
      await lease.release().catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'lease not released; it expires')
      })
  }
}

import type { Worker } from 'bullmq'

/** The tries of jobs that a worker has locked, by job id. */
export type LockedTries = Map<string, { token: string; controller: AbortController }>

/**
 * Renews the locks of a worker's jobs until it is closed. The worker needs `skipLockRenewal`: BullMQ compares
 * times of the process's clock. If that was set back by three hours, it would renew nothing for three hours, and
 * another process would take the jobs. Lost locks are emitted as by BullMQ.
 */
export function renewLocks(
  worker: Pick<Worker, 'extendJobLocks' | 'emit' | 'once'>,
  locked: LockedTries,
  lockMs: number,
): void {
  let renewing = false
  const renew = async (): Promise<void> => {
    const tries = [...locked]
    if (renewing || tries.length === 0) return
    renewing = true
    try {
      const ids = tries.map(([id]) => id)
      const tokens = tries.map(([, { token }]) => token)
      const failed = new Set(await worker.extendJobLocks(ids, tokens, lockMs))
      // A try may have ended in the meantime.
      const lost = tries.filter(([id, held]) => failed.has(id) && locked.get(id) === held).map(([id]) => id)
      if (lost.length > 0) worker.emit('lockRenewalFailed', lost)
      for (const id of lost) worker.emit('error', new Error(`could not renew lock for job ${id}`))
    } catch (error) {
      worker.emit('error', error instanceof Error ? error : new Error(String(error)))
    } finally {
      renewing = false
    }
  }
  const timer = setInterval(() => void renew(), lockMs / 4).unref()
  worker.once('closed', () => clearInterval(timer))
}

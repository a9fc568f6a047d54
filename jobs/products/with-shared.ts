import { toRecordKey } from '../../src/core/record/record.ts'
import type { SyncDeps } from '../../src/sync/deps.ts'
import { holdLease } from './hold-lease.ts'

/**
 * Lets a job of the run with the lock process those of its products that no product run has. Returns the
 * others, which the job processes later.
 */
export async function withShared<T>(
  deps: SyncDeps,
  { job, gtins: all }: { job: string; gtins: readonly string[] },
  signal: AbortSignal,
  work: (free: ReadonlySet<string>, signal: AbortSignal) => Promise<T>,
): Promise<{ done: T; later: string[] }> {
  const gtins = [...new Set(all)]
  const lease = await deps.leases.share(job, gtins)
  const done = await holdLease(deps, lease, signal, (held) => work(lease.free, held))
  return { done, later: gtins.filter((gtin) => !lease.free.has(gtin)) }
}

/** Does so for records of a plan; `work` receives those that it may write. */
export async function withSharedRecords<T>(
  deps: SyncDeps,
  { job, recordIds }: { job: string; recordIds: readonly string[] },
  signal: AbortSignal,
  work: (recordIds: string[], signal: AbortSignal) => Promise<T>,
): Promise<{ done: T; later: string[] }> {
  const input = { job, gtins: recordIds.map((id) => toRecordKey(id).gtin) }
  const { done, later } = await withShared(deps, input, signal, (free, held) =>
    work(
      recordIds.filter((id) => free.has(toRecordKey(id).gtin)),
      held,
    ),
  )
  return { done, later }
}

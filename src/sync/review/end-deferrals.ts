import type { Deferral } from '../../core/decisions/deferral.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

type Entry = { key: RecordKey; value: Deferral }

/**
 * Removes the deferrals of records in the scope of a run that no longer need a write, because the partner reverted its
 * change.
 */
export async function endDeferrals(deps: SyncDeps, run: Run): Promise<void> {
  if (run.kind !== 'sync') return
  const { gtins, languages } = run.scope
  for await (const all of deps.deferrals.scan()) {
    const entries = all.filter(
      ({ key }) => (gtins?.includes(key.gtin) ?? true) && (languages?.includes(key.language) ?? true),
    )
    await deps.deferrals.removeSame(await withoutWrite(deps, run.id, entries))
  }
}

/** A record with an outcome was held, skipped or not read, so it may still need its write. */
async function withoutWrite({ plans, undo }: SyncDeps, runId: string, entries: Entry[]): Promise<Entry[]> {
  const ids = entries.map(({ key }) => recordId(key))
  const [kinds, outcomes] = await Promise.all([plans.kinds(runId, ids), undo.outcomes(runId, ids)])
  return entries.filter((_, index) => kinds[index] === undefined && outcomes[index] === undefined)
}

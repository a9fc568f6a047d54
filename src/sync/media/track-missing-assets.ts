import type { WriteChange } from '../../core/plan/change.ts'
import { lackingOf, type Lacking } from '../../core/decisions/missing-assets.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readMedia } from '../plan/read-media.ts'
import { readWrites } from '../plan/read-writes.ts'

type Deps = Pick<SyncDeps, 'lacking' | 'media' | 'plans' | 'runs'>

/**
 * Writes the pages of some planned records, and remembers those that are written without some of their assets: before
 * the write, so that a crash forgets none. A page that shows all of them is forgotten once it is acknowledged. The
 * changes are read once, and handed to `write`.
 */
export async function noteLacking<T>(
  deps: Deps,
  { runId, recordIds }: { runId: string; recordIds: string[] },
  write: (planned: readonly WriteChange[]) => Promise<T>,
): Promise<T> {
  const planned = await readWrites(deps, runId, recordIds)
  const mediaOf = await readMedia(
    deps,
    planned.map(({ product }) => product),
  )
  const lacking: { key: RecordKey; value: Lacking }[] = []
  const whole: WriteChange[] = []
  for (const change of planned) {
    const value = lackingOf(change.product, (url) => mediaOf(url) !== undefined)
    if (value) lacking.push({ key: change, value })
    else whole.push(change)
  }
  await deps.lacking.save(lacking)
  const report = await write(planned)
  const open = await deps.plans.open(runId, whole.map(recordId))
  await deps.lacking.remove(whole.filter((change) => !open.has(recordId(change))))
  return report
}

import type { WriteChange } from '../core/change.ts'
import { lackingOf, type Lacking } from '../core/lacking.ts'
import { recordId, type RecordKey } from '../core/record.ts'
import type { SyncDeps } from './deps.ts'
import { readMedia } from './read-media.ts'

type Deps = Pick<SyncDeps, 'lacking' | 'media' | 'plans'>

/**
 * Writes the pages of some planned records, and remembers those that are written without some of their assets: before
 * the write, so that a crash forgets none. A page that shows all of them is forgotten once it is acknowledged.
 */
export async function noteLacking<T>(
  deps: Deps,
  { runId, recordIds }: { runId: string; recordIds: string[] },
  write: () => Promise<T>,
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
  const report = await write()
  const open = new Set((await readWrites(deps, runId, recordIds)).map(recordId))
  await deps.lacking.remove(whole.filter((change) => !open.has(recordId(change))))
  return report
}

async function readWrites(deps: Deps, runId: string, recordIds: string[]): Promise<WriteChange[]> {
  const changes = await deps.plans.read(runId, recordIds)
  return changes.filter((change): change is WriteChange => change !== undefined && change.kind !== 'retire')
}

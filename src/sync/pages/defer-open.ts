import type { Deferral } from '../../core/decisions/deferral.ts'
import { deferralEnds, deferralReason } from '../../core/decisions/deferral.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { mayBeOpen, readOpen } from '../batches/open-pages.ts'
import type { PendingWrite } from './page-item.ts'
import { stampOf } from './stamp.ts'

type Deps = Pick<SyncDeps, 'cms' | 'deferrals' | 'now'>

/**
 * Leaves out the updates of pages that are open in the editor: they wait for a later run, at most a day. Costs a
 * request for each page whose newest revision is not our last write's, and none for all others.
 */
export async function deferOpen(
  deps: Deps,
  runId: string,
  writes: readonly PendingWrite[],
  signal: AbortSignal,
): Promise<{ send: PendingWrite[]; deferred: Commit[] }> {
  const suspects = writes.flatMap((write) => {
    const { change, kind } = write.item
    const { page, snapshot } = write.before
    // A repair of an editor's own text does not wait for them.
    if (kind === 'lostEdit' || page === undefined || !mayBeOpen(page, snapshot)) return []
    return [{ write, change, page, snapshot }]
  })
  if (suspects.length === 0) return { send: [...writes], deferred: [] }
  const open = await readOpen(
    deps,
    suspects.map(({ page }) => page),
    signal,
  )
  const opened = suspects.filter(({ page }) => open.has(page.id))
  const known = await deps.deferrals.read(opened.map(({ change }) => change))
  const now = deps.now()
  const entries: { key: RecordKey; value: Deferral }[] = []
  const deferred = new Map<PendingWrite, Commit>()
  for (const [index, { write, change, page, snapshot }] of opened.entries()) {
    const { gtin, language } = change
    const value = known[index] ?? { pageId: page.id, since: now.toISOString(), runId }
    if (deferralEnds(value) <= now.getTime()) continue
    if (known[index] === undefined) entries.push({ key: { gtin, language }, value })
    const reason = deferralReason(page, open.get(page.id) ?? '', value)
    deferred.set(write, {
      outcome: {
        gtin,
        language,
        result: 'deferred',
        reason,
        pageId: page.id,
        link: page.link,
        ...stampOf(deps, snapshot, undefined),
      },
    })
  }
  await deps.deferrals.save(entries)
  return {
    send: writes.filter((write) => !deferred.has(write)),
    deferred: [...deferred.values()],
  }
}

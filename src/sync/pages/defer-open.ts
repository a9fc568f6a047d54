import { deferralEnds, deferralReason, stillDefers, type Deferral } from '../../core/decisions/deferral.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { findOpenPages } from '../batches/open-pages.ts'
import { failed, stampOf } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import type { PendingWrite } from './page-item.ts'

/** Leaves out updates of pages that are open in the editor: they wait for a later run, at most a day. */
export async function deferOpen<Write extends PendingWrite>(
  deps: SyncDeps,
  runId: string,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<{ send: Write[]; deferred: Commit[] }> {
  const candidates = writes.flatMap((write) => {
    const { mirrored, snapshot } = write.before
    // A repair of an editor's own text does not wait.
    if (write.item.kind === 'lostEdit' || mirrored === undefined) return []
    return [{ write, page: mirrored.page, snapshot }]
  })
  const { open, unclear } = await findOpenPages(deps, candidates, signal)
  const opened = candidates.filter(({ page }) => open.has(page.id))
  const known = await deps.deferrals.read(opened.map(({ write }) => write.key))
  const now = deps.now()
  const entries: { key: RecordKey; value: Deferral }[] = []
  const deferred = new Map<PendingWrite, Commit>()
  for (const [index, { write, page, snapshot }] of opened.entries()) {
    const { gtin, language } = write.key
    const earlier = known[index]
    const counts = earlier !== undefined && stillDefers(earlier, now.getTime())
    const value = counts ? earlier : { pageId: page.id, since: now.toISOString(), runId }
    if (deferralEnds(value) <= now.getTime()) continue
    if (!counts) entries.push({ key: { gtin, language }, value })
    deferred.set(write, {
      outcome: {
        gtin,
        language,
        result: 'deferred',
        reasons: [deferralReason(page, open.get(page.id) ?? '', value)],
        pageId: page.id,
        link: page.link,
        ...stampOf(deps, snapshot),
      },
    })
  }
  for (const { write, page } of candidates) {
    const why = unclear.get(page.id)
    if (why !== undefined) deferred.set(write, { outcome: failed(deps, write.key, why, { pageId: page.id }) })
  }
  await deps.deferrals.save(entries)
  return {
    send: writes.filter((write) => !deferred.has(write)),
    deferred: [...deferred.values()],
  }
}

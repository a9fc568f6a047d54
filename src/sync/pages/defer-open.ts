import type { Deferral } from '../../core/decisions/deferral.ts'
import { deferralEnds, deferralReason, lastUnsaved } from '../../core/decisions/deferral.ts'
import type { Page } from '../../core/page/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import type { PendingWrite } from './pending-write.ts'
import { stampOf } from './stamp.ts'

type Deps = Pick<SyncDeps, 'cms' | 'deferrals' | 'now'>
type Seen = { page?: Page; snapshot?: { revision?: number } | undefined }

/**
 * Leaves out the updates of pages that are open in the editor: they wait for a later run, at most a day. Costs a
 * request for each page whose newest revision is another than our last write's, and none for all others.
 */
export async function deferOpen(
  deps: Deps,
  runId: string,
  prepared: readonly PendingWrite[],
  signal: AbortSignal,
): Promise<{ send: PendingWrite[]; deferred: Commit[] }> {
  const suspects = prepared.filter(
    // What puts a person's own words back does not wait for them.
    (pendingWrite): pendingWrite is PendingWrite & { page: Page } =>
      pendingWrite.from?.sent === undefined && mayBeOpen(pendingWrite),
  )
  if (suspects.length === 0) return { send: [...prepared], deferred: [] }
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
  for (const [index, pendingWrite] of opened.entries()) {
    const { change, page, snapshot } = pendingWrite
    const { gtin, language } = change
    const value = known[index] ?? { pageId: page.id, since: now.toISOString(), runId }
    if (deferralEnds(value) <= now.getTime()) continue
    if (known[index] === undefined) entries.push({ key: { gtin, language }, value })
    const reason = deferralReason(page, open.get(page.id) ?? '', value)
    deferred.set(pendingWrite, {
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
    send: prepared.filter((pendingWrite) => !deferred.has(pendingWrite)),
    deferred: [...deferred.values()],
  }
}

/** When people last kept unsaved work on each of these pages, by page id; only pages on which somebody is at work. */
export async function readOpen(
  deps: Pick<SyncDeps, 'cms' | 'now'>,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const open = new Map<number, string>()
  await Promise.all(
    pages.map(async (page) => {
      const autosaves = await deps.cms.readAutosaves(page.id, signal)
      const at = lastUnsaved(page, autosaves, deps.cms.clock() ?? deps.now().getTime())
      if (at !== undefined) open.set(page.id, at)
    }),
  )
  return open
}

/** Whether somebody may have unsaved work on a page: its newest revision is not the one that our last write left. */
export function mayBeOpen({ page, snapshot }: Seen): boolean {
  return page !== undefined && page.revision !== 0 && page.revision !== snapshot?.revision
}

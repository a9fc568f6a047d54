import { successorDigest } from '../../core/page/links.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import { noticeObstacle, noticeSides, showsNotice } from '../../core/page/notice.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { undoneIn, type Snapshot } from '../../core/record/snapshot.ts'
import type { Successor } from '../../core/render/notice.ts'
import type { RetireChange } from '../../core/run/change.ts'
import { compact } from '../../lib/compact.ts'
import { failed } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { GraceLeft } from '../pages/unbound.ts'
import { resolveBound } from '../pages/find-current-pages.ts'
import type { ResolvedItem } from '../pages/page-item.ts'
import type { Commit } from '../ports/writes.ts'
import { withoutScripts } from '../runs/script-right.ts'
import type { RetireItem } from './commit-retired.ts'

/** A record whose page gets a notice, and the update that adds it: the same product, with one block more. */
export type NoticeItem = {
  change: RetireChange
  page: Page
  snapshot: Snapshot
  update: ResolvedItem & { snapshot: Snapshot }
}

/** The notice of a record as an update of its page; undefined without our last version of the page. */
export function toNoticeItem(
  { renderer }: SyncDeps,
  { change, page, snapshot, known: intent }: RetireItem,
  {
    graceLeft,
    jsonLd,
    successor,
  }: { graceLeft: GraceLeft; jsonLd: boolean; successor: Successor | undefined },
): NoticeItem | undefined {
  if (page === undefined || !('base' in snapshot)) return undefined
  const { gtin, language, pageId } = change
  const mirrored = readPage({ gtin, language }, page)
  const { base, wanted } = noticeSides(mirrored, snapshot, renderer.renderNotice(language, successor))
  const update = {
    slug: slugOf(change, snapshot),
    change: { ...versionOf(snapshot), gtin, language, kind: 'update' as const, pageId, fields: [] },
    current: resolveBound(mirrored, intent, graceLeft),
    wanted: jsonLd ? wanted : withoutScripts(wanted),
    once: {},
    lacks: [],
    awaits: undefined,
    links: successorDigest(successor),
    undone: undoneIn(snapshot),
    snapshot: { ...snapshot, base },
    decision: undefined,
    intent,
  }
  return { change, page, snapshot, update }
}

/** The version of the product that the page shows. */
function versionOf({ product, digest, etag }: Snapshot) {
  return { product, digest, ...(etag !== undefined && { etag }) }
}

/** The commit of an update that added a notice, as a retirement. */
export function toRetirement(runId: string, item: NoticeItem, commit: Commit): Commit {
  const { outcome, snapshot: written, replaced, ...others } = commit
  // It failed or was deferred.
  if (written === undefined) return commit
  const { change, snapshot, update } = item
  const { gtin, language, reason } = change
  const { pageId, link, kept, reasons = [], at = '' } = outcome
  return {
    ...others,
    outcome: compact({
      gtin,
      language,
      result: 'retired' as const,
      pageId,
      link,
      kept,
      reasons: [{ code: 'retired' as const, why: reason }, { code: 'shows-notice' as const }, ...reasons],
      at,
      before: snapshot.digest,
    }),
    snapshot: {
      ...written,
      runId,
      writtenAt: at,
      // The page was not rendered again.
      template: snapshot.template,
      state: 'retired',
      retiredTo: 'notice',
    },
    replaced: { ...(replaced ?? { texts: { inner: update.snapshot.base.inner } }), did: 'retired' },
  }
}

/** The commit of a page without a place for the notice; undefined if it shows one. */
export function refusedNotice(
  deps: SyncDeps,
  { change, page, update }: NoticeItem,
  { content }: Pick<Page, 'content'>,
): Commit | undefined {
  const mirrored = readPage(change, { content })
  if (showsNotice(mirrored)) return undefined
  const block = noticeObstacle(mirrored, update.snapshot.base.inner)
  return { outcome: failed(deps, change, { code: 'no-notice', block }, { pageId: page.id }) }
}

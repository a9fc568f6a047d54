import type { PreviewNote } from '../../../core/reasons/preview-notes.ts'
import type { Reason } from '../../../core/reasons/reason.ts'
import { holdReason } from '../../../core/decisions/pending-decision.ts'
import { currentTexts } from '../../../core/page/compose.ts'
import type { Page, PageTexts } from '../../../core/record/page.ts'
import type { WriteChange } from '../../../core/run/change.ts'
import type { Decision } from '../../../core/plan/decide.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { Edits } from '../../../core/page/mark-edits.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { SyncDeps } from '../../deps.ts'
import { baseOf, mergeCurrentPage } from '../compose-body.ts'
import type { PageState } from '../../../core/page/page-state.ts'
import { awaitedOn } from '../../../core/page/waiting-draft.ts'
import type { PageItem } from '../page-item.ts'
import { readPage, type MirroredPage } from '../../../core/page/mirrored-page.ts'

/**
 * The fields of a page after the next run; `before` has those of the current page, and `notes` describe the effect on
 * an editor's changes.
 */
export type MergedPreview = {
  texts: PageTexts
  before?: PageTexts
  notes: PreviewNote[]
  block?: string
  edits?: Edits
}

/** A record, and the stored state of its page. */
type PreviewItem = Omit<PageItem, 'change' | 'awaits'> & { key: RecordKey; seen: PageState | undefined }

/** Merges the next run's version with the current page. */
export async function mergePreview(
  deps: SyncDeps,
  item: PreviewItem,
  decided: Decision,
  signal: AbortSignal,
): Promise<MergedPreview> {
  const { key, wanted, snapshot, lacks } = item
  if (snapshot === undefined) return { texts: wanted, notes: waitingNotes(lacks) }
  const { pageId } = snapshot
  const fresh = (note: PreviewNote): MergedPreview => ({ texts: wanted, notes: [note] })
  const found = await fetchPage(deps, pageId, signal)
  if ('detail' in found) return fresh({ code: 'page-unreadable', pageId, detail: found.detail })
  const { page } = found
  if (page === undefined) return fresh({ code: 'page-gone', pageId })
  if (page.status === 'trash') return fresh({ code: 'page-trashed', pageId })
  const mirrored = readPage(key, page)
  const current = { ...wanted, ...withoutUndefined(currentTexts(mirrored)) }
  const before = { ...current, inner: mirrored.inner ?? '' }
  const stays = (reason: Reason): MergedPreview => ({
    texts: current,
    before,
    notes: [{ code: 'not-written', reason }],
    ...blockIn(key, page.content),
  })
  const { decision } = item
  if (decision?.kind === 'hold') return stays(holdReason(decision))
  if (decided.kind === 'suspect') return stays({ code: 'suspect', blanks: decided.blanks })
  return { ...merged(deps, { ...item, snapshot }, { mirrored, current }, decided), before }
}

function waitingNotes(fields: readonly string[]): PreviewNote[] {
  return fields.length === 0
    ? []
    : [{ code: 'merged', reasons: [{ code: 'waits-for', fields: [...fields] }] }]
}

function merged(
  deps: SyncDeps,
  { key, seen, ...item }: PreviewItem & { snapshot: NonNullable<PageItem['snapshot']> },
  { mirrored, current }: { mirrored: MirroredPage; current: PageTexts },
  decided: Decision,
): MergedPreview {
  const { snapshot, wanted, links, lacks } = item
  const { product, digest } = snapshot
  const { page } = mirrored
  const same: WriteChange = { ...key, kind: 'update', product, digest, pageId: page.id, fields: [] }
  const change = decided.kind === 'change' && 'product' in decided.change ? decided.change : same
  const base = baseOf({ snapshot, wanted }, mirrored)
  const awaits = awaitedOn(mirrored, { isKnown: true, seen })
  const { body, merge, conflict, reasons } = mergeCurrentPage(
    deps,
    'preview',
    { ...item, change, base, awaits },
    mirrored,
  )
  const publishes = awaits !== undefined && lacks.length === 0
  const writes = decided.kind === 'change' || links !== snapshot.links || publishes
  const edited = merge.kept.length > 0 || conflict !== undefined
  return {
    texts: writes ? { ...current, ...merge.write } : current,
    ...blockIn(key, (writes ? body.content : undefined) ?? page.content),
    notes: [
      ...(writes ? [] : [{ code: 'nothing-changed' as const, pageId: page.id }]),
      ...(publishes ? [{ code: 'publishes' as const, pageId: page.id }] : []),
      ...(awaits === undefined ? [] : waitingNotes(lacks)),
      ...(reasons.length === 0 ? [] : [{ code: 'merged' as const, reasons }]),
    ],
    ...(edited && {
      edits: { kept: merge.kept, conflicts: conflict?.fields ?? [], fresh: wanted.inner },
    }),
  }
}

/** The mirrored block in content, including its wrapper and classes. */
function blockIn(key: RecordKey, content: string): { block?: string } {
  const { block } = readPage(key, { content })
  return block.state === 'ok' ? { block: content.slice(block.start, block.end) } : {}
}

async function fetchPage(
  { cms }: SyncDeps,
  id: number,
  signal: AbortSignal,
): Promise<{ page: Page | undefined } | { detail: string }> {
  try {
    const [page] = await cms.readPages([id], signal)
    return { page }
  } catch (error) {
    return { detail: reasonOf(error) }
  }
}

function withoutUndefined({ inner, ...texts }: ReturnType<typeof currentTexts>): Partial<PageTexts> {
  return inner === undefined ? texts : { ...texts, inner }
}

import { reasonText } from '../../../core/report/reasons/reason-text.ts'
import { findBlock } from '../../../core/markup/find-block.ts'
import { holdReason } from '../../../core/decisions/pending-decision.ts'
import { currentTexts } from '../../../core/page/compose.ts'
import type { Page, PageTexts } from '../../../core/record/page.ts'
import type { WriteChange } from '../../../core/run/change.ts'
import type { Decision } from '../../../core/plan/decide.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Edits } from '../../../core/page/mark-edits.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { SyncDeps } from '../../deps.ts'
import { baseOf, mergeCurrentPage } from '../compose-body.ts'
import type { PageItem } from '../page-item.ts'

/** The fields of a page after the next run; `notes` describe the effect on an editor's changes. */
export type MergedPreview = { texts: PageTexts; notes: string[]; block?: string; edits?: Edits }

/** Merges the next run's version with the current page. */
export async function mergePreview(
  deps: SyncDeps,
  item: Omit<PageItem, 'change'> & { key: RecordKey },
  decided: Decision,
  signal: AbortSignal,
): Promise<MergedPreview> {
  const { key, wanted, snapshot } = item
  if (snapshot === undefined) return { texts: wanted, notes: [] }
  const fresh = (why: string): MergedPreview => ({
    texts: wanted,
    notes: [`${why} This is what a new page of ${recordId(key)} would say.`],
  })
  const found = await readPage(deps, snapshot.pageId, signal)
  if ('reason' in found) return fresh(`Page ${snapshot.pageId} could not be read: ${found.reason}.`)
  const { page } = found
  if (page === undefined) return fresh(`Page ${snapshot.pageId} no longer exists.`)
  if (page.status === 'trash') return fresh(`Page ${page.id} is in the trash and stays there.`)
  const current = { ...wanted, ...withoutUndefined(currentTexts(key, page)) }
  const stays = (why: string): MergedPreview => ({
    texts: current,
    notes: [why],
    ...blockIn(key, page.content),
  })
  const { decision } = item
  if (decision?.kind === 'hold')
    return stays(`The next run writes nothing: ${reasonText(key, [holdReason(decision)])}.`)
  if (decided.kind === 'suspect')
    return stays(
      `The next run writes nothing: ${reasonText(key, [{ code: 'suspect', detail: decided.reason }])}`,
    )
  return merged(deps, { ...item, snapshot }, { page, current }, decided)
}

function merged(
  deps: SyncDeps,
  {
    key,
    ...item
  }: Omit<PageItem, 'change'> & { key: RecordKey; snapshot: NonNullable<PageItem['snapshot']> },
  { page, current }: { page: Page; current: PageTexts },
  decided: Decision,
): MergedPreview {
  const { snapshot, wanted, links } = item
  const { product, digest } = snapshot
  const same: WriteChange = { ...key, kind: 'update', product, digest, pageId: page.id, fields: [] }
  const change = decided.kind === 'change' && 'product' in decided.change ? decided.change : same
  const base = baseOf({ change, snapshot, wanted }, page)
  const { body, merge, conflict, reasons } = mergeCurrentPage(
    deps,
    'preview',
    { ...item, change, base },
    page,
  )
  const writes = decided.kind === 'change' || links !== snapshot.links
  const edited = merge.kept.length > 0 || conflict !== undefined
  return {
    texts: writes ? { ...current, ...merge.write } : current,
    ...blockIn(key, (writes ? body.content : undefined) ?? page.content),
    notes: [
      ...(writes ? [] : [`The next run writes nothing to page ${page.id}: the partner changed nothing.`]),
      ...(reasons.length === 0 ? [] : [`${recordId(key)}: ${reasonText(key, reasons)}.`]),
    ],
    ...(edited && {
      edits: { kept: merge.kept, conflicts: conflict?.fields ?? [], fresh: wanted.inner },
    }),
  }
}

/** The mirrored block in content, including its wrapper and classes. */
function blockIn(key: RecordKey, content: string): { block?: string } {
  const found = findBlock(content, key)
  return found.state === 'ok' ? { block: content.slice(found.start, found.end) } : {}
}

async function readPage(
  { cms }: SyncDeps,
  id: number,
  signal: AbortSignal,
): Promise<{ page: Page | undefined } | { reason: string }> {
  try {
    const [page] = await cms.readPages([id], signal)
    return { page }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function withoutUndefined({ inner, ...texts }: ReturnType<typeof currentTexts>): Partial<PageTexts> {
  return inner === undefined ? texts : { ...texts, inner }
}

import type { ReasonOf } from '../../core/reasons/reason.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import { seenDigest } from '../../core/merge/seen-digest.ts'
import { blockCondition } from '../../core/markup/block-condition.ts'
import { composeAdoption, composeUpdate, currentTexts } from '../../core/page/compose.ts'
import { conflictOf, seenInConflict } from '../../core/page/conflict.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import { mergeReasons } from '../../core/decisions/merge-reasons.ts'
import { exceptImage, neverWritten, overwriteChanged } from '../../core/merge/merge-fields.ts'
import { bodyOf } from '../../core/merge/page-fields.ts'
import { mappedIn } from '../../core/record/mapped.ts'
import { ownTexts } from '../../core/page/own-texts.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import { withOwnNotice } from '../../core/page/notice.ts'
import type { PageTexts } from '../../core/record/page.ts'
import { rewritten } from '../../core/plan/decide.ts'
import { hiddenReason, isHidden } from '../../core/plan/retire.ts'
import { isUpkeep } from '../../core/plan/upkeep.ts'
import type { SyncDeps } from '../deps.ts'
import type { PageStatus } from '../../contracts/cms/page.ts'
import type { Composition, ExistingItem, ForeignItem, NewItem, PageItem, TrashedItem } from './page-item.ts'
import { compact } from '../../lib/compact.ts'

/** Composes an update of the current page, or of the page that an editor saved in the meantime. */
export function composeBody(
  deps: SyncDeps,
  runId: string,
  item: ForeignItem | ExistingItem,
  over: MirroredPage,
): Composition {
  return item.kind === 'foreign' ? composeAdopted(item, over) : composeMerged(deps, runId, item, over)
}

/**
 * Title, excerpt and image of an adopted page belong to the editor: they count as edited from the start. So do fields of
 * the map, unless they are empty.
 */
function composeAdopted({ mirrored, wanted }: ForeignItem, over: MirroredPage): Composition {
  const { page } = mirrored
  const { merge } = composeUpdate(over, { base: neverWritten(wanted), wanted }, 'keep')
  return {
    body: { ...bodyOf(mappedIn(merge.write)), ...composeAdoption(over, wanted) },
    left: [...merge.kept, ...merge.conflicts].filter((field) => field !== 'inner'),
    reasons: [{ code: 'adopted', pageId: page.id, link: page.link }],
  }
}

function composeMerged(deps: SyncDeps, runId: string, item: ExistingItem, over: MirroredPage): Composition {
  const { slug, mirrored, otherSlug, lacks, awaits, restores } = item
  const { page } = mirrored
  const { body, merge, conflict, reasons } = mergeCurrentPage(deps, runId, item, over)
  const ofPage = [otherSlug, stayingHidden(deps, item), publicationOf(item)].filter(
    (one) => one !== undefined,
  )
  if (restores || awaits !== undefined) {
    const status = statusFor(lacks, deps.policy.pageStatus)
    if (status !== page.status) body.status = status
    // Any other slug is an editor's choice.
    if (restores && page.slug === trashedSlug(slug)) body.slug = slug
  }
  return compact({
    body,
    left: [...merge.kept, ...merge.conflicts],
    block: merge.block,
    conflict,
    reasons: [...ofPage, ...reasons],
  })
}

/** The status of a page that the mirror may publish. */
export function statusFor(lacks: readonly string[], pageStatus: PageStatus): PageStatus {
  return lacks.length > 0 ? 'draft' : pageStatus
}

/** The fields for which a page waits after its write as a draft of ours; undefined if it is none. */
export function awaitedAfter(
  item: NewItem | ForeignItem | TrashedItem | ExistingItem,
): readonly string[] | undefined {
  const { lacks, awaits } = item
  if (awaits !== undefined) return lacks
  const mayBeDraft = item.kind === 'new' || ('restores' in item && item.restores)
  return mayBeDraft && lacks.length > 0 ? lacks : undefined
}

/** Why a page of ours is not public, or that it is now. */
export function publicationOf(
  item: NewItem | ExistingItem,
): ReasonOf<'waits-for'> | ReasonOf<'published'> | undefined {
  const fields = awaitedAfter(item)
  if (fields === undefined) return undefined
  return fields.length > 0 ? { code: 'waits-for', fields: [...fields] } : { code: 'published' }
}

/** Why a page stays hidden that was found without a snapshot, or whose product returned. */
export function stayingHidden({ policy }: SyncDeps, item: ExistingItem): ReasonOf<'hidden'> | undefined {
  const { status } = item.mirrored.page
  if (item.awaits !== undefined) return undefined
  if (item.change.kind === 'restore' && !item.restores && isHidden(status, policy.pageStatus))
    return { code: 'hidden', status, known: true }
  if (item.snapshot !== undefined || isLandedCreate(item)) return undefined
  return hiddenReason(status, policy.pageStatus)
}

export function isLandedCreate(item: ExistingItem): boolean {
  return item.kind === 'landedWrite' && item.landed === 'create'
}

/** The reason of a page that was created again because the earlier one was gone. */
export function recreatedReasons(item: NewItem | ForeignItem | ExistingItem): ReasonOf<'recreated'>[] {
  const isCreated = item.kind === 'new' || (item.kind !== 'foreign' && isLandedCreate(item))
  return isCreated && item.change.kind !== 'create' ? [{ code: 'recreated' }] : []
}

type Overwriting = Extract<PendingDecision, { kind: 'overwrite' }>

/** Merges a change with a page: the current one, or the one that an editor saved. */
export function mergeCurrentPage(
  deps: SyncDeps,
  runId: string,
  {
    change,
    wanted,
    base,
    snapshot,
    decision,
    ...item
  }: Omit<PageItem, 'once'> & { base: PageTexts; restores?: boolean },
  mirrored: MirroredPage,
) {
  const { onEdit } = deps.policy
  const rewrite = change.kind === 'update' && change.fields.includes(rewritten)
  const isOurs = item.awaits !== undefined || item.restores === true
  const waits = isOurs ? item.lacks.length > 0 : undefined
  const ours = { base, wanted, past: snapshot?.past, shown: snapshot?.shown, rewrite, waits }
  const met = { base, ours: wanted, runId, at: deps.now().toISOString() }
  const overwrite = decision?.kind === 'overwrite' ? decision : undefined
  const applies = overwrite !== undefined && isAsSeen(overwrite)
  const policy = onEdit === 'overwrite' && isUpkeep(change) ? overwriteChanged : onEdit
  const decided = applies ? (onEdit === 'keep' ? overwrite : onEdit) : policy
  const lacksImage = change.product.image !== '' && wanted.featuredMedia === 0
  const giveWay = lacksImage ? exceptImage(decided) : decided
  const { body, merge, stale } = composeUpdate(mirrored, ours, giveWay)
  return {
    body,
    merge,
    conflict: conflictOf(mirrored, merge, met),
    reasons: mergeReasons({
      merge,
      block: blockCondition(mirrored.page.content, mirrored.block, base.inner),
      stale,
      pending: overwrite && { pending: overwrite, applies },
      lacksImage,
    }),
  }

  /** Whether the fields to overwrite still have the content that was displayed for the decision. */
  function isAsSeen({ fields, seen, only }: Overwriting): boolean {
    if (only === undefined) return seenDigest(fields, currentTexts(mirrored)) === seen
    const conflict = conflictOf(mirrored, composeUpdate(mirrored, ours, 'keep').merge, met)
    return conflict !== undefined && seenInConflict(conflict).seen === seen
  }
}

/** Our version of a page's fields, unless more is known about it. */
export function baseOf(item: Pick<PageItem, 'snapshot' | 'wanted'>, mirrored: MirroredPage): PageTexts {
  return ownTexts(mirrored, item.snapshot ?? { base: withOwnNotice(mirrored, writtenBase(item)) })
}

/** The fields of our last acknowledged write. */
export function writtenBase({ snapshot, wanted }: Pick<PageItem, 'snapshot' | 'wanted'>): PageTexts {
  // Without a snapshot, every difference from the wanted content counts as an editor's.
  return snapshot?.base ?? wanted
}

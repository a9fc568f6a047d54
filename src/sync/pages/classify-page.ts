import type { PageStatus } from '../../contracts/cms/page.ts'
import { isMarkedWaiting } from '../../core/merge/text-digests.ts'
import { mayHaveLanded } from '../../core/page/landed.ts'
import { isOfLastVersion } from '../../core/plan/upkeep.ts'
import type { ReasonOf, SimpleReason } from '../../core/reasons/reason.ts'
import type { SyncDeps } from '../deps.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import { missingParents } from '../parents/parent-check.ts'
import { findLostEdit } from './find-lost-edit.ts'
import { openLandedCheck } from './find-landed-texts.ts'
import { matchLinksOnly, type KnownTexts } from './match-links-only.ts'
import { baseOf, statusFor, writtenBase } from './compose-body.ts'
import type { ClassifiedItem, CurrentPage, FoundItem, PageItem } from './page-item.ts'
import type { Resolved } from './resolve-pages.ts'
import { classifyRevert } from './resolve-reverts.ts'

type Input = { runId: string; parents: Record<string, number>; readOnly?: boolean }

/** Second pass: classifies each record by its current page. */
export async function classifyPages(
  deps: SyncDeps,
  input: Input,
  { items, site, reverts }: Resolved,
  signal: AbortSignal,
): Promise<ClassifiedItem[]> {
  const languages = new Set(items.map(({ change }) => change.language))
  const orphaned = await missingParents(deps, input, languages)
  const findLanded = openLandedCheck(deps, signal)
  const classified: ClassifiedItem[] = reverts.map(classifyRevert)
  for (const { current, ...item } of items) {
    if (item.decision?.kind === 'hold') classified.push({ ...item, kind: 'held', hold: item.decision })
    else if (current.state === 'ours' || current.state === 'trashed') {
      const found = { ...item, current }
      const lost = input.readOnly ? undefined : await findLostEdit(deps, input.runId, found, signal)
      if (lost && 'unreadable' in lost) {
        classified.push({
          ...item,
          kind: 'orphan',
          reason: unreadRevisions(found.current.mirrored, lost.unreadable),
        })
        continue
      }
      const texts = lost ? {} : ((await findLanded(found)) ?? matchLinksOnly(deps, found, site, input))
      classified.push(classifyExisting(deps, found, texts, lost))
    } else classified.push(classifyAbsent(item, current, orphaned))
  }
  return classified
}

function unreadRevisions(
  { page: { id, link } }: MirroredPage,
  detail: string,
): ReasonOf<'unreadable-revisions'> {
  return { code: 'unreadable-revisions', pageId: id, link, detail, sent: true }
}

/** Classifies a record whose own page was not found. */
function classifyAbsent(
  item: PageItem,
  current: Exclude<CurrentPage, { state: 'ours' | 'trashed' }>,
  orphaned: ReadonlyMap<string, SimpleReason>,
): ClassifiedItem {
  const { change, wanted: base } = item
  if (isOfLastVersion(change) && (current.state === 'nothing' || current.state === 'foreign'))
    return { ...item, kind: 'orphan', reason: { code: 'vanished' } }
  switch (current.state) {
    case 'unclear':
      return { ...item, kind: 'orphan', reason: current.reason }
    case 'waiting':
      return { ...item, kind: 'waiting', waitMs: current.waitMs }
    case 'nothing': {
      const reason = orphaned.get(change.language)
      if (reason !== undefined) return { ...item, kind: 'orphan', reason }
      return { ...item, kind: 'new', base, since: current.since }
    }
    case 'foreign': {
      // The stored snapshot and decision are about another page.
      const unknown = { snapshot: undefined, decision: undefined }
      return { ...item, ...unknown, kind: 'foreign', base, mirrored: current.mirrored }
    }
  }
}

/** Classifies a page of the record; `saved` is a lost edit, `texts` are the known differences in our fields. */
function classifyExisting(
  deps: SyncDeps,
  found: FoundItem,
  texts: KnownTexts,
  saved: MirroredPage | undefined,
): ClassifiedItem {
  const { current, ...known } = { ...found, ...texts }
  const { mirrored } = current
  const { page } = mirrored
  const base = texts.base ?? (saved ? writtenBase(known) : baseOf(known, mirrored))
  const item = {
    ...known,
    mirrored,
    base: known.lostImage ? { ...base, featuredMedia: page.featuredMedia } : base,
    restores: known.change.kind === 'restore' && known.snapshot?.retiredTo === page.status,
    otherSlug: 'otherSlug' in current ? current.otherSlug : undefined,
  }
  if (page.status === 'trash' && !item.restores) return { ...item, kind: 'trashed' }
  const sent = 'sent' in current ? current.sent : undefined
  if (saved && sent) return { ...item, kind: 'lostEdit', saved, sent }
  const landed = landedWrite(found, deps.policy.pageStatus)
  return landed === undefined ? { ...item, kind: 'ours' } : { ...item, kind: 'landedWrite', landed }
}

/** The write of ours with a lost reply that the page shows: the latest, or an earlier try of it. */
function landedWrite(
  { change, current, intent, lacks }: FoundItem,
  pageStatus: PageStatus,
): 'create' | 'update' | undefined {
  if (!('how' in current)) return undefined
  const { how, sent, mirrored } = current
  if (how === 'sent') return 'create'
  if (sent === undefined) return undefined
  const { page, block } = mirrored
  const isPublished = sent.status === 'draft' && block.state === 'ok' && !isMarkedWaiting(page.content, block)
  const status = change.kind === 'restore' || isPublished ? statusFor(lacks, pageStatus) : undefined
  return intent?.landed ?? (mayHaveLanded(page, sent, status) ? 'update' : undefined)
}

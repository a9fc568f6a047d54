import type { Page } from '../record/page.ts'
import { isMarkedWaiting } from '../merge/text-digests.ts'
import type { MirroredPage } from './mirrored-page.ts'
import { hasFloatingDate, type PageState } from './page-state.ts'

/**
 * The fields for which a page waits as a draft of ours; undefined if it is none. `seen` is its stored state. If its date
 * was fixed since, an editor gave it another status for a time. Without our snapshot of the page (`isKnown`), only the page
 * itself shows that it never was public.
 */
export function awaitedOn(
  mirrored: MirroredPage,
  { isKnown, seen }: { isKnown: boolean; seen: PageState | undefined },
): readonly string[] | undefined {
  const { page } = mirrored
  if (page.status !== 'draft') return undefined
  if (!isKnown) return isUnpublishedDraft(mirrored) ? [] : undefined
  if (seen?.state !== 'draft' || seen.pageId !== page.id) return undefined
  return hasFloatingDate(page) || page.createdGmt === seen.createdGmt ? (seen.awaits ?? []) : undefined
}

/** Whether a page is a draft of ours that never was public: its block is marked, and its date is not fixed. */
export function isUnpublishedDraft({
  page,
  block,
}: MirroredPage<Pick<Page, 'content' | 'status' | 'createdGmt' | 'modifiedGmt'>>): boolean {
  return hasFloatingDate(page) && block.state === 'ok' && isMarkedWaiting(page.content, block)
}

import type { Page } from '../record/page.ts'
import { isMarkedWaiting } from '../merge/text-digests.ts'
import type { MirroredPage } from './mirrored-page.ts'
import type { PageState } from './page-state.ts'

/**
 * The fields for which a page waits as a draft of ours; undefined if it is none. `seen` is its stored state. Without our
 * snapshot of the page (`isKnown`), only the page itself shows that it never was public.
 */
export function awaitedOn(
  mirrored: MirroredPage,
  { isKnown, seen }: { isKnown: boolean; seen: PageState | undefined },
): readonly string[] | undefined {
  const { page } = mirrored
  if (page.status !== 'draft') return undefined
  if (!isKnown) return isUnpublishedDraft(mirrored) ? [] : undefined
  return seen?.state === 'draft' && seen.pageId === page.id ? (seen.awaits ?? []) : undefined
}

/**
 * Whether a page is a draft of ours that never was public. Its block is marked, and its date still changes with every
 * save: the CMS fixes the date when a page gets a status other than draft and pending.
 */
export function isUnpublishedDraft({
  page,
  block,
}: MirroredPage<Pick<Page, 'content' | 'status' | 'createdGmt' | 'modifiedGmt'>>): boolean {
  const { status, createdGmt, modifiedGmt } = page
  const isFloating = status === 'draft' && createdGmt !== '' && createdGmt === modifiedGmt
  return isFloating && block.state === 'ok' && isMarkedWaiting(page.content, block)
}

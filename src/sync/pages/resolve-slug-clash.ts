import { findBlock } from '../../core/markup/find-block.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import type { Page } from '../../core/page/page.ts'
import { recordId, slugOf } from '../../core/record/record.ts'
import { isNumberedSlug, numberedNote, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'

/** `duplicateRemoved`: the page that was just created is deleted again, because another one is older. */
export type ResolvedSlugClash =
  | { duplicateRemoved: true; note?: never }
  | { duplicateRemoved: false; note: string }

/**
 * Decides about a page that got another slug than requested. If another page has that slug, or an older page of this
 * record a numbered one, ours is deleted. If something that is no page has the slug, ours stays.
 */
export async function resolveSlugClash(
  deps: SyncDeps,
  change: WriteChange,
  page: Page,
  signal: AbortSignal,
): Promise<ResolvedSlugClash> {
  const slug = slugOf(change)
  const current = await deps.cms.findExactly([slug, ...numberedSlugs(slug)], signal)
  const older = current.find(
    (other) =>
      other.id !== page.id &&
      other.status !== 'trash' &&
      (other.slug === slug || findBlock(other.content, change).state === 'ok'),
  )
  if (older === undefined && isNumberedSlug(page.slug, slug))
    return { duplicateRemoved: false, note: numberedNote(slug, page, undefined) }
  if (older === undefined)
    return { duplicateRemoved: false, note: `the CMS made the slug ${page.slug} of ${slug}` }
  await deps.cms.writePages([{ kind: 'delete', id: page.id, force: true }], signal)
  deps.log.warn({ record: recordId(change), removed: page.id, slug: page.slug }, 'page duplicate removed')
  return { duplicateRemoved: true }
}

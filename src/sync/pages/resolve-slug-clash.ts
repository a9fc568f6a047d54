import type { SimpleReason } from '../../core/reasons/reason.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { Page } from '../../core/record/page.ts'
import { recordId } from '../../core/record/record.ts'
import { isNumberedSlug, numberedSlug, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { discardCreated, type Discarded } from '../batches/discard-created.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * `hidden`: no visible page or attachment has the slug, so a page of the record may be hidden from us; ours is deleted.
 * `kept`: an attachment has the slug, or the CMS changed it; `slug` is the record's from now on.
 */
export type ResolvedSlugClash =
  | { page: Discarded }
  | { page: 'hidden'; reason: SimpleReason }
  | { page: 'kept'; reason: SimpleReason; slug: string }

/**
 * Decides about a page that got another slug than requested. If another page has that slug, or an older page of this
 * record has a numbered one, ours is deleted. If an attachment has the slug, ours stays. A page is deleted only if its
 * block, read again, identifies this record.
 */
export async function resolveSlugClash(
  deps: SyncDeps,
  { change, slug }: { change: WriteChange; slug: string },
  page: Page,
  signal: AbortSignal,
): Promise<ResolvedSlugClash> {
  const current = await deps.cms.findExactly([slug, ...numberedSlugs(slug)], signal)
  const discard = (): Promise<Discarded> => {
    const isOurs = (created: Page): boolean => readPage(change, created).block.state === 'ok'
    return discardCreated(deps, page, { isOurs, about: { record: recordId(change) } }, signal)
  }
  const older = current.find(
    (other) =>
      other.id !== page.id &&
      other.status !== 'trash' &&
      (other.slug === slug || readPage(change, other).block.state === 'ok'),
  )
  if (older !== undefined) return { page: await discard() }
  if (!isNumberedSlug(page.slug, slug))
    return {
      page: 'kept',
      slug: page.slug,
      reason: { code: 'rewritten-slug', slug: page.slug, wanted: slug },
    }
  if (current.some((other) => other.slug === slug) || (await deps.cms.hasMediaAt(slug, signal)))
    return { page: 'kept', slug, reason: numberedSlug(slug, page, undefined) }
  const removal = await discard()
  return removal === 'removed' ? { page: 'hidden', reason: { code: 'hidden-page', slug } } : { page: removal }
}

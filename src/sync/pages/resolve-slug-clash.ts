import type { SimpleReason } from '../../core/reasons/reason.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { Page } from '../../core/record/page.ts'
import { recordId, slugOf } from '../../core/record/record.ts'
import { isNumberedSlug, numberedSlug, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * `hidden`: no visible page or attachment has the slug, so a page of the record may be hidden from us; ours is deleted.
 * `removed`: the new page is deleted again, because another one is older. `left`: the CMS refused that; the end of the
 * run, or the next one, removes the duplicate. `unknown`: the page in the response is not this record's, so nothing
 * follows from it.
 */
export type ResolvedSlugClash =
  | { page: 'removed' | 'left' | 'unknown' }
  | { page: 'hidden' | 'kept'; reason: SimpleReason }

/**
 * Decides about a page that got another slug than requested. If another page has that slug, or an older page of this
 * record has a numbered one, ours is deleted. If an attachment has the slug, ours stays. A page is deleted only if its
 * block, read again, identifies this record.
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
      (other.slug === slug || readPage(change, other).block.state === 'ok'),
  )
  if (older !== undefined) return { page: await removeCreated(deps, change, page, signal) }
  if (!isNumberedSlug(page.slug, slug))
    return { page: 'kept', reason: { code: 'rewritten-slug', slug: page.slug, wanted: slug } }
  if (current.some((other) => other.slug === slug) || (await deps.cms.hasMediaAt(slug, signal)))
    return { page: 'kept', reason: numberedSlug(slug, page, undefined) }
  const removal = await removeCreated(deps, change, page, signal)
  return removal === 'removed' ? { page: 'hidden', reason: { code: 'hidden-page', slug } } : { page: removal }
}

/** Deletes the page that was just created, if its block, read again, identifies this record. */
async function removeCreated(
  deps: SyncDeps,
  change: WriteChange,
  page: Page,
  signal: AbortSignal,
): Promise<'removed' | 'left' | 'unknown'> {
  const [created] = await deps.cms.readPages([page.id], signal)
  if (created === undefined || readPage(change, created).block.state !== 'ok') return 'unknown'
  const [answer] = await deps.cms.writePages([{ kind: 'delete', id: page.id, force: true }], signal)
  const about = { record: recordId(change), pageId: page.id, slug: page.slug }
  if (answer?.ok === true) deps.log.warn(about, 'page duplicate removed')
  else deps.log.warn({ ...about, reason: answer?.reason }, 'page duplicate not removed')
  return answer?.ok === true ? 'removed' : 'left'
}

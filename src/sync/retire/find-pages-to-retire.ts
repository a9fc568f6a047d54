import { identifyPage } from '../../core/page/identify-page.ts'
import type { Page } from '../../core/record/page.ts'
import type { RetireChange } from '../../core/run/change.ts'
import { slugOf } from '../../core/record/record.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** The existing pages, and why other pages are not touched. */
export type PagesToRetire = {
  pages: ReadonlyMap<RetireChange, Page>
  left: ReadonlyMap<RetireChange, string>
}

/**
 * Finds the pages of at most 100 planned retirements. A page at a stored id counts only if it has the record's block or
 * slug; otherwise a page with the block is looked up by its slug. An unreadable page stays as it is.
 */
export async function findPagesToRetire(
  deps: SyncDeps,
  changes: readonly RetireChange[],
  signal: AbortSignal,
): Promise<PagesToRetire> {
  const read = await deps.cms.readEach(
    changes.map(({ pageId }) => pageId),
    signal,
  )
  const heads = await readOrUndefined(changes, (some) => deps.snapshots.heads(some))
  const slugs = new Map(changes.map((change, index) => [change, slugOf(change, heads[index])]))
  const slugOn = (change: RetireChange): string => slugs.get(change) ?? slugOf(change)
  const byId = new Map(read.pages.map((page) => [page.id, page]))
  const left = new Map<RetireChange, string>()
  const pages = new Map<RetireChange, Page>()
  const others: RetireChange[] = []
  for (const change of changes) {
    const page = byId.get(change.pageId)
    const why = read.unreadable.get(change.pageId)
    if (why !== undefined) left.set(change, `page ${change.pageId} cannot be read (${why})`)
    else if (
      page !== undefined &&
      identifyPage(readPage(change, page), { slug: slugOn(change) }) !== 'neither'
    )
      pages.set(change, page)
    else if (page !== undefined) others.push(change)
  }
  if (others.length === 0) return { pages, left }
  const { pages: atSlug, unreadable } = await deps.cms.findEach(
    others.map(slugOn).flatMap((slug) => [slug, trashedSlug(slug)]),
    signal,
  )
  for (const change of others) {
    const slug = slugOn(change)
    const why = unreadable.get(slug) ?? unreadable.get(trashedSlug(slug))
    if (why !== undefined) {
      left.set(change, `the pages at its slug cannot be read (${why})`)
      continue
    }
    // A foreign page may have the same slug below another parent.
    const own = atSlug.find((page) => readPage(change, page).block.state !== 'missing')
    if (own) pages.set(change, own)
  }
  return { pages, left }
}

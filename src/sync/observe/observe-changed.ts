import type { Note } from '../../core/reasons/note.ts'
import { recordOfPage, recordOfSlug } from '../../core/page/compare-page.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import { movedRecordOf } from '../../core/page/identify-page.ts'
import type { Page, PageVersion } from '../../core/record/page.ts'
import { slugOf, type RecordKey } from '../../core/record/record.ts'
import { staysInPlace } from '../../core/record/snapshot.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { saveSeenPages } from './save-seen-pages.ts'

const perRequest = 100

/**
 * Reads changed pages that may belong to records, and saves their editors' changes. Returns how many it read, notes
 * about unreadable pages, and the `others`, which match no record by their block or slug. These do not count as known
 * yet, because only `observeOwners` saves their changes.
 */
export async function observeChanged(
  deps: SyncDeps,
  changed: readonly PageVersion[],
  signal: AbortSignal,
): Promise<{ read: number; others: PageVersion[]; notes: Note[] }> {
  const others: PageVersion[] = []
  const notes: Note[] = []
  if (changed.length === 0) return { read: 0, others, notes }
  const languages = await deps.snapshots.languages()
  const ours = await withoutOthers(deps, changed, languages)
  for (const group of inChunks(ours, perRequest)) {
    const { pages, unreadable } = await deps.cms.readEach(
      group.map(({ id }) => id),
      signal,
    )
    for (const note of unreadableNotes(unreadable)) notes.push(note)
    const owned = pages.flatMap((page): MirroredPage[] => {
      const key = recordOfPage(page, languages)
      if (key === undefined) others.push(withoutTexts(page))
      return key === undefined ? [] : [readPage(key, page)]
    })
    const keys = owned.map(({ key }) => key)
    const snapshots = await readOrUndefined(keys, (some) => deps.snapshots.read(some))
    await saveSeenPages(deps, withValues(owned, snapshots), signal)
    // Created by a write with a lost reply, or since a backup of Redis: a lookup by slug would miss it.
    const unknown = owned.filter((_, index) => snapshots[index] === undefined)
    await deps.movedPages.save(
      unknown.flatMap(({ page }) => {
        const key = movedRecordOf(page, deps.map?.slug !== undefined)
        return key === undefined ? [] : [{ key, pageId: page.id }]
      }),
    )
    // If a page was saved again in the meantime, the newer version is stored.
    await deps.observed.saveKnown(owned.map(({ page }) => page))
  }
  const read = new Set(ours)
  await deps.observed.saveKnown(changed.filter((page) => !read.has(page)))
  return { read: ours.length, others, notes }
}

/** The version of a page. Many of a site's pages are not ours, and their texts would fill the memory. */
function withoutTexts(page: Page): PageVersion {
  const { title: _, excerpt: __, content: ___, ...version } = page
  return version
}

/** An unknown version of a record's page, so that the page is read. */
export function unknownVersion({ pageId, ...key }: RecordKey & { pageId: number }): PageVersion {
  const unknown = { parent: 0, featuredMedia: 0, modifiedGmt: '', revision: 0 }
  return { id: pageId, slug: slugOf(key), status: 'publish', ...unknown }
}

/** Notes about changed pages that cannot be read; `unreadable` maps ids to reasons. */
export function unreadableNotes(unreadable: ReadonlyMap<number, string>): Note[] {
  return [...unreadable].map(([pageId, detail]) => ({ code: 'edits-unreadable', pageId, detail }))
}

/** Omits parent pages, and pages at the slug of a record that has another page or whose page the mirror withdrew. */
async function withoutOthers(
  deps: SyncDeps,
  changed: readonly PageVersion[],
  languages: readonly string[],
): Promise<PageVersion[]> {
  const parents = new Set(Object.values(await deps.parents.read()))
  const named = changed.map(({ slug }) => recordOfSlug(slug, languages))
  const keys = named.filter((key) => key !== undefined)
  const heads = await readOrUndefined(keys, (some) => deps.snapshots.heads(some))
  const known = new Map(keys.map((key, index) => [key, heads[index]]))
  return changed.filter(({ id }, index) => {
    const key = named[index]
    // A page with a changed slug belongs to a record by its block.
    if (key === undefined) return !parents.has(id)
    const head = known.get(key)
    if (head?.pageId !== id) return false
    return head.state === 'mirrored' || staysInPlace(head)
  })
}

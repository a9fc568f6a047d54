import { isUntouched } from '../../core/page/compose.ts'
import { ownTexts } from '../../core/page/own-texts.ts'
import type { Page, PageTexts } from '../../core/record/page.ts'
import { recordId, slugOf, type CreatedSlug, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'

/** A second page of a record or parent; `name` is for notes, and `objection` is the reason to keep it. */
export type Duplicate = { id: string; name: string; page: Page; objection?: string }

const recordsPerLookup = 40

/** Pages with a record's block at its slug or a numbered one, except the page in its snapshot. */
export async function findDuplicatePages(
  deps: SyncDeps,
  keys: readonly RecordKey[],
  signal: AbortSignal,
): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = []
  for (const group of inChunks(keys, recordsPerLookup)) {
    const heads = await readOrUndefined(group, (some) => deps.snapshots.heads(some))
    const slugs = withValues(group, heads).flatMap(([key, head]) => slugsOf(key, head))
    const { pages: found } = await deps.cms.findEach(slugs, signal)
    // Read after the pages, so that a page that another run bound in the meantime is not a duplicate. Without a
    // snapshot the record's own page is unknown, so both stay.
    const snapshots = await readOrUndefined(group, (some) => deps.snapshots.read(some))
    for (const [key, snapshot] of withValues(group, snapshots))
      for (const duplicate of duplicatesOf(key, snapshot, found)) duplicates.push(duplicate)
  }
  return duplicates
}

function slugsOf(key: RecordKey, created: CreatedSlug): string[] {
  const slug = slugOf(key, created)
  return [slug, ...numberedSlugs(slug)]
}

function duplicatesOf(key: RecordKey, snapshot: Snapshot, found: readonly Page[]): Duplicate[] {
  const { pageId, base } = snapshot
  const slug = slugOf(key, snapshot)
  const slugs = new Set(slugsOf(key, snapshot))
  const bound = found.find(({ id }) => id === pageId)
  return found.flatMap((page): Duplicate[] => {
    if (page.id === pageId || page.status === 'trash' || !slugs.has(page.slug)) return []
    // A page with the same slug below another parent is not a collision: an editor moved it there.
    if (page.slug === slug && page.parent !== bound?.parent) return []
    const mirrored = readPage(key, page)
    if (mirrored.block.state !== 'ok') return []
    const duplicate = { id: recordId(key), name: `${key.gtin} ${key.language}`, page }
    return [isOurs(mirrored, base) ? duplicate : { ...duplicate, objection: 'it was edited' }]
  })
}

/** Whether a page has only our content, perhaps in an earlier version than the known one. */
function isOurs(mirrored: MirroredPage, base: PageTexts): boolean {
  return isUntouched(mirrored, base) || isUntouched(mirrored, ownTexts(mirrored, { base }))
}

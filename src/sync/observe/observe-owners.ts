import type { Note } from '../../core/reasons/note.ts'
import type { PageVersion } from '../../core/record/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { unreadableNotes } from './observe-changed.ts'
import { saveSeenPages } from './save-seen-pages.ts'

const perRequest = 100

/**
 * Saves the editors' changes of pages that match no record by their block or slug, because an editor changed both.
 * Their records are found by the pages' ids, with one walk through all snapshots. From then on, these versions are known,
 * except those of unreadable pages. Returns notes about the latter.
 */
export async function observeOwners(
  deps: SyncDeps,
  changed: readonly PageVersion[],
  signal: AbortSignal,
): Promise<Note[]> {
  if (changed.length === 0) return []
  const notes: Note[] = []
  const unread = new Set<number>()
  const wanted = new Set(changed.map(({ id }) => id))
  const owners: (RecordKey & { pageId: number })[] = []
  for (const language of await deps.snapshots.languages())
    for await (const scanned of deps.snapshots.scan(language))
      for (const { gtin, head } of scanned)
        if (head.state === 'mirrored' && wanted.has(head.pageId))
          owners.push({ gtin, language, pageId: head.pageId })
  for (const group of inChunks(owners, perRequest)) {
    const { pages: read, unreadable } = await deps.cms.readTexts(
      group.map(({ pageId }) => pageId),
      signal,
    )
    for (const note of unreadableNotes(unreadable)) notes.push(note)
    for (const id of unreadable.keys()) unread.add(id)
    const pages = new Map(read.map((page) => [page.id, page]))
    const seen = group.flatMap(({ pageId, ...key }) => {
      const page = pages.get(pageId)
      return page === undefined ? [] : [readPage(key, page)]
    })
    const keys = seen.map(({ key }) => key)
    const snapshots = await readOrUndefined(keys, (some) => deps.snapshots.read(some))
    await saveSeenPages(deps, withValues(seen, snapshots), signal)
  }
  await deps.observed.saveKnown(changed.filter(({ id }) => !unread.has(id)))
  return notes
}

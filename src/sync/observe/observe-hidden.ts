import type { Note } from '../../core/reasons/note.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { observeChanged, unknownVersion } from './observe-changed.ts'

const perRequest = 100

/**
 * Finds hidden pages that became visible to visitors without a save: the CMS publishes a scheduled page without a new
 * modification time. Reads the URLs of hidden pages, a hundred per request, and then the pages that are public. Returns
 * notes about unreadable pages.
 */
export async function observeHidden(deps: SyncDeps, signal: AbortSignal): Promise<Note[]> {
  const notes: Note[] = []
  for await (const seen of deps.pageStates.scan()) {
    const hidden = seen.filter(({ value }) => value.state === 'hidden' || value.state === 'draft')
    for (const group of inChunks(hidden, perRequest)) {
      const links = await deps.cms.readLinks(
        group.map(({ value }) => value.pageId),
        signal,
      )
      const shown = group.filter(({ value }) => links.has(value.pageId))
      const versions = shown.map(({ key, value }) => unknownVersion({ ...key, pageId: value.pageId }))
      for (const note of (await observeChanged(deps, versions, signal)).notes) notes.push(note)
    }
  }
  return notes
}

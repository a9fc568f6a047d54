import type { Note } from '../../core/reasons/note.ts'
import type { Finding } from '../../core/page/finding.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { addNotes } from '../runs/add-notes.ts'
import { recordFindings } from './record-findings.ts'
import type { Run } from '../../core/run/run.ts'

/** Checks that the root page and the page of each mirrored language still exist. */
export async function verifyParents(
  deps: SyncDeps,
  run: Run,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (languages.length === 0) return
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const paths = [rootSlug, ...languages.map((language) => `${rootSlug}/${language}`)]
  const bound = withValues(
    paths,
    paths.map((path) => known[path]),
  )
  for (const group of inChunks(bound, 100)) {
    const { pages, unreadable } = await deps.parentPages.readAddresses(
      group.map(([, pageId]) => pageId),
      signal,
    )
    const statuses = new Map(pages.map(({ id, status }) => [id, status]))
    await addNotes(
      deps,
      run.id,
      group.flatMap(([path, pageId]): Note[] => {
        const why = unreadable.get(pageId)
        return why === undefined ? [] : [{ code: 'parent-unreadable', path, pageId, detail: why }]
      }),
    )
    const findings = group.flatMap(([path, pageId]): Finding[] => {
      if (unreadable.has(pageId)) return []
      const status = statuses.get(pageId)
      if (status === undefined) return [{ path, pageId, kind: 'missing', reason: { code: 'parent-deleted' } }]
      return status === 'trash' ? [{ path, pageId, kind: 'trashed', reason: { code: 'parent-trashed' } }] : []
    })
    await recordFindings(
      deps,
      run,
      findings.map((finding) => ({ finding })),
    )
  }
}

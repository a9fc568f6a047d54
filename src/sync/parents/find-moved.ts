import { movedRecordOf } from '../../core/page/identify-page.ts'
import type { SyncDeps } from '../deps.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { Run } from '../../core/run/run.ts'

/**
 * Runs before the first pages of a mirror without snapshots (new, or after Redis data loss), and in every rebuild. It
 * walks the CMS once, a hundred pages per request, and saves the pages of records that have another slug than the
 * default one. A lookup by slug alone would miss such a page, and the run would create it again. If a map names slugs,
 * it also runs before the first pages of a language.
 */
export async function findMovedPages(
  deps: SyncDeps,
  run: Pick<Run, 'id' | 'kind' | 'languages' | 'planned'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isBlind(deps, run))) return
  await deps.movedPages.clear()
  let walked = 0
  let moved = 0
  for await (const { pages, notes } of deps.cms.walkBlocks(signal)) {
    await addNotes(deps, run.id, notes)
    const found = pages.flatMap((page) => {
      const key = movedRecordOf(page, deps.map?.slug !== undefined)
      return key === undefined ? [] : [{ key, pageId: page.id }]
    })
    await deps.movedPages.save(found)
    walked += pages.length
    moved += found.length
  }
  await deps.movedPages.complete()
  deps.log.info({ runId: run.id, walked, moved }, 'CMS searched for pages with a changed slug')
}

async function isBlind(
  deps: SyncDeps,
  { kind, languages, planned }: Pick<Run, 'kind' | 'languages' | 'planned'>,
): Promise<boolean> {
  if (kind === 'rebuild') return true
  if (kind !== 'sync') return false
  if ((await deps.snapshots.languages()).length === 0) return !(await deps.movedPages.isKnown())
  if (deps.map?.slug === undefined || planned.create === 0) return false
  // Redis loses whole hashes, and a hash holds all snapshots of a language.
  const known = await deps.snapshots.knownLanguages(languages)
  return known.length < languages.length
}

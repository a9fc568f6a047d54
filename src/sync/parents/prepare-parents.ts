import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'
import { languageParents } from '../runs/language-parents.ts'
import { ensureParents } from './ensure-parents.ts'
import { findMovedPages } from './find-moved.ts'

/**
 * Before a run's pages, finds moved pages if no snapshot exists, and creates the parent pages that new pages need.
 * `waitMs` above 0: a create may still land; call again after that.
 */
export async function prepareParents(
  deps: SyncDeps,
  run: Pick<Run, 'id' | 'kind' | 'languages' | 'planned' | 'repair'>,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  await findMovedPages(deps, run, signal)
  const create = run.kind === 'sync' || run.repair === true
  const needed = run.planned.create > 0 || run.repair === true || (await lacksParents(deps, run))
  if (!needed) return { waitMs: 0 }
  return ensureParents(deps, run.languages, { runId: run.id, create }, signal)
}

/** Whether a parent page or its URL is unknown, so that the CMS must be read. A mirror without pages needs none. */
async function lacksParents(
  deps: SyncDeps,
  { languages, planned }: Pick<Run, 'languages' | 'planned'>,
): Promise<boolean> {
  const isIdle = Object.values(planned).every((count) => count === 0)
  if (isIdle && (await deps.snapshots.countMirrored()) === 0) return false
  if (await deps.parents.isInvalidated()) return true
  const known = await languageParents(deps)
  const addresses = await deps.parents.addresses()
  return languages.some(
    (language) =>
      known[language] === undefined || addresses[`${deps.policy.rootSlug}/${language}`] === undefined,
  )
}

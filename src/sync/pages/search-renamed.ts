import { readPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { UnreachableError } from '../../lib/errors.ts'
import { answersReads } from '../batches/answers-reads.ts'
import type { SyncDeps } from '../deps.ts'
import type { CurrentPage } from './page-item.ts'
import { belongsToRecord, isNamedByMap, type Unbound } from './unbound.ts'

/** The CMS reads all content for a search, so the number of searches for new records is limited. */
const mostSearches = 10
/** The most products of a product run. */
const mostProducts = 20

/**
 * The pages of records under an unknown slug, found by their block: the reply to their create was lost, or Redis was
 * restored from a backup since. Costs a search per product, or a list if many creates were lost.
 */
export async function searchRenamed(
  deps: SyncDeps,
  missing: readonly Unbound[],
  signal: AbortSignal,
): Promise<Map<WriteChange, CurrentPage>> {
  const lost = missing.filter(({ intent }) => intent !== undefined)
  const searched = (await mayBeElsewhere(deps, missing)) ? missing : lost
  const since = lost.reduce(
    (first, { intent }) => Math.min(first, intent?.since ?? 0),
    Number.MAX_SAFE_INTEGER,
  )
  const gtins = gtinsOf(searched)
  const pages =
    gtins.length > (isNamedByMap(deps) ? mostProducts : mostSearches)
      ? [await deps.cms.searchPages('product-mirror', since, signal)]
      : await Promise.all(
          gtins.map((gtin) =>
            deps.cms
              .searchPages(`gtin-${gtin}`, undefined, signal)
              .catch((error: unknown) => unsearched(deps, error, signal)),
          ),
        )
  const found = pages.flatMap((one) => ('why' in one ? [] : one))
  return new Map(
    searched.flatMap(({ change, intent, isEditors }): [WriteChange, CurrentPage][] => {
      const search = pages[gtins.indexOf(change.gtin)]
      if (search !== undefined && 'why' in search)
        return [[change, { state: 'unclear', reason: { code: 'unreadable-search', detail: search.why } }]]
      const own = found
        .filter((page) => !isEditors(page))
        .map((page) => readPage(change, page))
        .filter((page) => belongsToRecord(deps, page))
        .sort((a, b) => a.page.id - b.page.id)
      // Newer ones are copies.
      const [mirrored] = own
      if (mirrored === undefined) return []
      if (mirrored.page.status === 'trash') return [[change, { state: 'trashed', mirrored }]]
      return [[change, { state: 'ours', how: intent === undefined ? 'found' : 'sent', mirrored }]]
    }),
  )
}

/**
 * Whether pages of new records may exist that neither Redis nor a lookup shows. Without any snapshot, the whole CMS was
 * searched before. Slugs of a map may have changed with the names, so their pages are searched more often.
 */
async function mayBeElsewhere(deps: SyncDeps, missing: readonly Unbound[]): Promise<boolean> {
  if (isNamedByMap(deps) ? gtinsOf(missing).length > mostProducts : missing.length > mostSearches)
    return false
  if ((await deps.snapshots.languages()).length > 0) return true
  return isNamedByMap(deps) && !(await deps.movedPages.isKnown())
}

function gtinsOf(unbound: readonly Unbound[]): string[] {
  return [...new Set(unbound.map(({ change }) => change.gtin))]
}

/**
 * Why a search failed although the CMS responds to other reads: a page in its result is the cause. Otherwise rethrows.
 */
async function unsearched(deps: SyncDeps, error: unknown, signal: AbortSignal): Promise<{ why: string }> {
  if (!(error instanceof UnreachableError) || !(await answersReads(deps, signal))) throw error
  return { why: error.message }
}

import { isWithdrawn } from '../../core/page/page-state.ts'
import type { Failing } from '../../core/decisions/quarantine.ts'
import { linksDigest, pagesIn, type LinkTarget, type PublicPage } from '../../core/page/links.ts'
import { recordId, slugOf, type RecordKey } from '../../core/record/record.ts'
import type { SnapshotHead } from '../../core/record/snapshot.ts'
import type { OtherPage } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import { withValues } from '../../lib/chunks.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/** The other languages that a page links, and their digest as stored in the snapshot. */
type Links = { others: OtherPage[]; digest: string | undefined }

/** The links of records’ pages to the same product in other languages; with a run, as of its end. */
export async function readLinks(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => Links> {
  const targetsOf = await readTargets(
    deps,
    runId,
    keys.map(({ gtin }) => gtin),
  )
  return ({ gtin, language }) => {
    const others = targetsOf(gtin).targets.filter((target) => target.language !== language)
    return { others, digest: linksDigest(others) }
  }
}

/**
 * The URLs of a product's pages, in the order of languages; `coming`: new pages that have no URL yet, `former`: the last
 * URLs of pages that are not public.
 */
export type Targets = { targets: LinkTarget[]; coming: string[]; former: string[] }

/** The public pages of each product; with a run, as of its end. */
export async function readTargets(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<(gtin: string) => Targets> {
  const [published, addresses, postType] = await Promise.all([
    readPublished(deps, runId, gtins),
    deps.parents.addresses(),
    deps.postType.read(),
  ])
  const { rootSlug, cmsType } = deps.policy
  return (gtin) => {
    const { pages, former } = published(gtin)
    const targets = pagesIn(pages, { addresses, rootSlug, cmsType, postType })
    const known = new Set(targets.map(({ language }) => language))
    const coming = pages.flatMap(({ language }) => (known.has(language) ? [] : [language]))
    return { targets, coming, former }
  }
}

type Published = { pages: PublicPage[]; former: string[] }

/**
 * A product's public pages, by language in alphabetical order. With a run, as of the end of its plan, so that pages can
 * link to future ones. None unless PAGE_STATUS is publish.
 */
async function readPublished(
  { runs, plans, snapshots, failing, pageStates, movedPages, policy }: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<(gtin: string) => Published> {
  const run = runId === undefined ? undefined : await runs.read(runId)
  const languages = [...new Set([...(await snapshots.languages()), ...(run?.languages ?? [])])].sort()
  if (policy.pageStatus !== 'publish' || languages.length < 2) return () => ({ pages: [], former: [] })
  const keys = [...new Set(gtins)].flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  // The plan is read first, because it stays known until the run ends, even after acknowledgements.
  const kinds = runId === undefined ? [] : await plans.kinds(runId, keys.map(recordId))
  const updated = keys.filter((_, index) => kinds[index] === 'update')
  const appearing = keys.filter((_, index) => kinds[index] === 'create' || kinds[index] === 'restore')
  const unplanned = keys.filter((_, index) => kinds[index] === undefined)
  const slugged = kinds.flatMap((kind, index) => (kind === 'create' ? (keys[index] ?? []) : []))
  const [planned, failures, heads, states] = await Promise.all([
    runId === undefined ? [] : plans.slugs(runId, slugged.map(recordId)),
    failing.read(appearing),
    readOrUndefined(keys, (some) => snapshots.heads(some)),
    readOrUndefined(keys, (some) => pageStates.read(some)),
  ])
  const seen = new Map(keys.map((key, index) => [key, states[index]]))
  const named = slugged.filter((_, index) => planned[index] !== undefined)
  // A page under an unknown slug was found after Redis lost its data: it is linked once its URL is stored.
  const found = new Set(withValues(named, await movedPages.read(named)).map(([key]) => key))
  const plannedSlugs = new Map(slugged.map((key, index) => [key, planned[index]]))
  const headOf = new Map(keys.map((key, index) => [key, heads[index]]))
  // A deleted page is created again; one that an editor hid or trashed stays as it is.
  const mayBeSeen = (key: RecordKey): boolean =>
    !isWithdrawn(seen.get(key)) || seen.get(key)?.state === 'deleted'
  const published = new Map(
    [
      ...updated.filter(mayBeSeen),
      ...appearing.filter(
        (key, index) =>
          mayAppear(failures[index], headOf.get(key)) &&
          mayBeSeen(key) &&
          (headOf.get(key) !== undefined || !found.has(key)),
      ),
      ...unplanned.filter((key) => headOf.get(key)?.state === 'mirrored' && !isWithdrawn(seen.get(key))),
    ].map((key) => {
      // A page that is created again gets the usual URL.
      const link = seen.get(key)?.state === 'deleted' ? undefined : headOf.get(key)?.link
      return [recordId(key), link]
    }),
  )
  return (gtin) => {
    const pages: PublicPage[] = []
    const former: string[] = []
    for (const key of keys.filter((one) => one.gtin === gtin)) {
      const link = headOf.get(key)?.link
      const id = recordId(key)
      const slug = slugOf(key, headOf.get(key) ?? { slug: plannedSlugs.get(key) })
      if (published.has(id)) pages.push({ language: key.language, link: published.get(id), slug })
      else if (link !== undefined) former.push(link)
    }
    return { pages, former }
  }
}

/**
 * Whether a planned page may be linked before it is public. A retired page that could not be restored may fail again for
 * the same reason, and a new one that failed repeatedly is linked only once it exists.
 */
function mayAppear(failure: Failing | undefined, head: SnapshotHead | undefined): boolean {
  return failure === undefined || (head === undefined && failure.nextTryAt === undefined)
}

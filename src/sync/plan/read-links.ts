import { isWithdrawn } from '../../core/page/page-state.ts'
import { linksDigest, othersOf, pagesIn } from '../../core/page/links.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { OtherPage } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import { readWhole } from '../runs/readable.ts'

type PublishedDeps = Pick<SyncDeps, 'runs' | 'plans' | 'snapshots' | 'failing' | 'pageStates' | 'policy'>

/** The other languages that a page links, and their digest as kept in the snapshot. */
type Links = { others: OtherPage[]; digest: string | undefined }

/** The links of records’ pages to the same product in other languages; with a run, as they are right after it. */
export async function readLinks(
  deps: PublishedDeps & Pick<SyncDeps, 'parents'>,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => Links> {
  const gtins = keys.map(({ gtin }) => gtin)
  const [published, addresses] = await Promise.all([
    readPublished(deps, runId, gtins),
    deps.parents.addresses(),
  ])
  const { rootSlug, cmsType } = deps.policy
  return ({ gtin, language }) => {
    const languages = othersOf(published(gtin), language)
    const others = pagesIn(gtin, languages, { addresses, rootSlug, cmsType })
    return { others, digest: linksDigest(others.map((other) => other.language)) }
  }
}

/**
 * The languages in which a product's page is public, in alphabetical order. With a run: after its plan is carried out,
 * so that pages can link to future ones. None unless PAGE_STATUS is publish.
 */
export async function readPublished(
  { runs, plans, snapshots, failing, pageStates, policy }: PublishedDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<(gtin: string) => readonly string[]> {
  const run = runId === undefined ? undefined : await runs.read(runId)
  const languages = [...new Set([...(await snapshots.languages()), ...(run?.languages ?? [])])].sort()
  if (policy.pageStatus !== 'publish' || languages.length < 2) return () => []
  const keys = [...new Set(gtins)].flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  // The plan is read first: it stays known until the run ends, whatever is acknowledged meanwhile.
  const kinds = runId === undefined ? [] : await plans.kinds(runId, keys.map(recordId))
  const updated = keys.filter((_, index) => kinds[index] === 'update')
  const appearing = keys.filter((_, index) => kinds[index] === 'create' || kinds[index] === 'restore')
  const unplanned = keys.filter((_, index) => kinds[index] === undefined)
  const [failures, heads, states] = await Promise.all([
    failing.read(appearing),
    readWhole(unplanned, (some) => snapshots.heads(some)),
    readWhole(keys, (some) => pageStates.read(some)),
  ])
  const seen = new Map(keys.map((key, index) => [key, states[index]]))
  // A page that was deleted is created again; one that a person hid or put in the trash stays there.
  const mayBeSeen = (key: RecordKey): boolean =>
    !isWithdrawn(seen.get(key)) || seen.get(key)?.state === 'deleted'
  const published = new Set(
    [
      ...updated.filter(mayBeSeen),
      // A page that failed repeatedly is linked only once it exists.
      ...appearing.filter((key, index) => failures[index]?.nextTryAt === undefined && mayBeSeen(key)),
      ...unplanned.filter((key, index) => heads[index]?.state === 'mirrored' && !isWithdrawn(seen.get(key))),
    ].map(recordId),
  )
  return (gtin) => languages.filter((language) => published.has(recordId({ gtin, language })))
}

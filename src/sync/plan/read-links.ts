import { linksDigest, othersOf, pagesIn } from '../../core/page/links.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { OtherPage } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import { readPublished, type PublishedDeps } from './read-published.ts'

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

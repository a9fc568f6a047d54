import type { Lacking } from '../../core/decisions/missing-assets.ts'
import type { Asset } from '../../core/record/media.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** Records whose page is to be written again for what it lacks, and assets to ask for without writing any page. */
export type FoundLacking = { renewed: ReadonlySet<string>; assets: Asset[] }

/**
 * Looks for pages that were written without an asset. A page is written again when the asset has come meanwhile, or
 * may come with this run. What the partner refused for good is only asked for: its page waits until it is there, so
 * that a dead link makes no change in every plan.
 */
export async function findLacking(
  deps: Pick<SyncDeps, 'lacking' | 'media'>,
  keys: readonly RecordKey[],
): Promise<FoundLacking> {
  const found = (await deps.lacking.read(keys)).flatMap(
    (lacking, index): { key: RecordKey; lacking: Lacking }[] => {
      const key = keys[index]
      return key && lacking ? [{ key, lacking }] : []
    },
  )
  const urls = [...new Set(found.flatMap(({ lacking }) => lacking.assets.map(({ url }) => url)))]
  const refused = await deps.media.refused(urls)
  const hopeless = new Set(urls.filter((_, index) => refused[index] === true))
  const isHopeless = ({ lacking }: { lacking: Lacking }): boolean =>
    lacking.assets.every(({ url }) => hopeless.has(url))
  return {
    renewed: new Set(found.filter((each) => !isHopeless(each)).map(({ key }) => recordId(key))),
    assets: found.filter(isHopeless).flatMap(({ lacking }) => lacking.assets),
  }
}

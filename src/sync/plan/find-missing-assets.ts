import type { MissingAssets } from '../../core/decisions/missing-assets.ts'
import type { Asset } from '../../core/record/media.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** Ids of records to write again for a missing asset, and assets to request without writing a page. */
export type FoundMissingAssets = { renewed: ReadonlySet<string>; assets: Asset[] }

/**
 * Finds pages that were written without an asset. A page is written again if the asset arrived or may arrive with this
 * run. An asset that the partner refused permanently is only requested; its page waits until the asset arrives. A dead
 * link thus adds no change to every plan.
 */
export async function findMissingAssets(
  deps: SyncDeps,
  keys: readonly RecordKey[],
): Promise<FoundMissingAssets> {
  const found = (await deps.missingAssets.read(keys)).flatMap(
    (missingAssets, index): { key: RecordKey; missingAssets: MissingAssets }[] => {
      const key = keys[index]
      return key && missingAssets ? [{ key, missingAssets }] : []
    },
  )
  const urls = [...new Set(found.flatMap(({ missingAssets }) => missingAssets.assets.map(({ url }) => url)))]
  const refused = await deps.media.refused(urls)
  const permanent = new Set(urls.filter((_, index) => refused[index] === true))
  const isPermanent = ({ missingAssets }: { missingAssets: MissingAssets }): boolean =>
    missingAssets.assets.every(({ url }) => permanent.has(url))
  return {
    renewed: new Set(found.filter((each) => !isPermanent(each)).map(({ key }) => recordId(key))),
    assets: found.filter(isPermanent).flatMap(({ missingAssets }) => missingAssets.assets),
  }
}

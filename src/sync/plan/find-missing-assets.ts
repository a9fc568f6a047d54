import type { MissingAssets } from '../../core/decisions/missing-assets.ts'
import type { Asset } from '../../core/record/media.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { ReadsOf, SyncDeps } from '../deps.ts'
import { withoutDeleted } from './without-deleted.ts'

/**
 * Finds pages that were written without an asset; `missing`: the keys of the assets' URLs by record id. `renewed`: ids of records whose page is written again, because the
 * asset arrived or may arrive with this run. `assets`: those that the partner refused permanently are only requested;
 * their pages wait until the asset arrives, so that a dead link does not add a change to every plan. A page that an
 * editor deleted waits for a change of its record.
 */
export async function findMissingAssets(
  deps: Pick<SyncDeps, 'media'> & ReadsOf<'missingAssets' | 'pageStates'>,
  keys: readonly RecordKey[],
): Promise<{
  missing: ReadonlyMap<string, readonly string[]>
  renewed: ReadonlySet<string>
  assets: Asset[]
}> {
  const missing = withValues(keys, await deps.missingAssets.read(keys))
  const alive = await withoutDeleted(
    deps,
    missing.map(([key]) => key),
  )
  const found = missing.filter(([key]) => alive.includes(key))
  const urls = [...new Set(found.flatMap(([, { assets }]) => assets.map(({ url }) => url)))]
  const refused = await deps.media.refused(urls)
  const permanent = new Set(urls.filter((_, index) => refused[index] === true))
  const isPermanent = ([, { assets }]: [RecordKey, MissingAssets]): boolean =>
    assets.every(({ url }) => permanent.has(url))
  return {
    missing: new Map(missing.map(([key, { assets }]) => [recordId(key), assets.map(({ url }) => url)])),
    renewed: new Set(found.filter((entry) => !isPermanent(entry)).map(([key]) => recordId(key))),
    assets: found.filter(isPermanent).flatMap(([, { assets }]) => assets),
  }
}

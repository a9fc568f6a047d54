import { type MapFault, checkMap, mapFaultText } from '../../core/mapping/check-map.ts'
import { placeOf } from '../../core/record/mapped.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

type Deps = Pick<SyncDeps, 'map' | 'policy'> & { cms: Pick<SyncDeps['cms'], 'fetchSiteSchema'> }

/**
 * Throws a ConfigError that lists every field of the map that the CMS would not store. Otherwise stores the name of the
 * post type. Without a map, does nothing.
 */
export async function assertMapFits(
  deps: Deps & Pick<SyncDeps, 'postType'>,
  signal: AbortSignal,
): Promise<void> {
  const { faults, postType } = await compareMap(deps, signal)
  if (postType !== undefined) await deps.postType.save(postType)
  if (faults.length === 0) return
  const lines = faults.map((fault) => `\n  - ${mapFaultText(fault)}`)
  throw new ConfigError(`MAP does not fit the CMS. ${mapRemedy}:${lines.join('')}`)
}

export const mapRemedy = 'Correct the map, or the registration in the CMS'

/** Compares the map with what the CMS accepts. */
export async function findMapFaults(deps: Deps, signal: AbortSignal): Promise<MapFault[]> {
  return (await compareMap(deps, signal)).faults
}

async function compareMap(
  { map, cms, policy }: Deps,
  signal: AbortSignal,
): Promise<{ faults: MapFault[]; postType?: string | undefined }> {
  // Conditions for publishing need nothing from the CMS.
  if (map === undefined || (map.rows.length === 0 && map.type === undefined)) return { faults: [] }
  const places = map.rows.map(({ target }) => placeOf(target))
  const taxonomies = places.filter(({ group }) => group === 'terms').map(({ name }) => name)
  const type = policy.cmsType
  const schema = await cms.fetchSiteSchema({ type, taxonomies }, signal)
  return { faults: checkMap(map, schema), postType: schema.types?.[type] }
}

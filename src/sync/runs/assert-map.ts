import { type MapFault, checkMap, mapFaultText } from '../../core/mapping/check-map.ts'
import { placeOf } from '../../core/record/mapped.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

type Deps = Pick<SyncDeps, 'map' | 'policy'> & { cms: Pick<SyncDeps['cms'], 'fetchSiteSchema'> }

/** Throws a ConfigError that lists every field of the map that the CMS would not store. Without a map, does nothing. */
export async function assertMapFits(deps: Deps, signal: AbortSignal): Promise<void> {
  const faults = await findMapFaults(deps, signal)
  if (faults.length === 0) return
  const lines = faults.map((fault) => `\n  - ${mapFaultText(fault)}`)
  throw new ConfigError(`MAP does not fit the CMS. ${mapRemedy}:${lines.join('')}`)
}

export const mapRemedy = 'Correct the map, or the registration in the CMS'

/** Compares the map with what the CMS accepts. */
export async function findMapFaults({ map, cms, policy }: Deps, signal: AbortSignal): Promise<MapFault[]> {
  if (map === undefined) return []
  const places = map.rows.map(({ target }) => placeOf(target))
  const taxonomies = places.filter(({ group }) => group === 'terms').map(({ name }) => name)
  const schema = await cms.fetchSiteSchema({ type: map.type ?? policy.cmsType, taxonomies }, signal)
  return checkMap(map, schema)
}

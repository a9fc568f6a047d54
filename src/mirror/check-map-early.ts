import { ConfigError, reasonOf } from '../lib/errors.ts'
import type { SyncDeps } from '../sync/deps.ts'
import { assertMapFits } from '../sync/runs/assert-map.ts'

const limitMs = 30_000

/**
 * Throws ConfigError if the field map does not fit the CMS. If the CMS cannot be asked now, the runs report that: each
 * checks the map again before it writes.
 */
export async function checkMapEarly(sync: SyncDeps, signal: AbortSignal): Promise<void> {
  if (sync.map === undefined) return
  try {
    await assertMapFits(sync, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (!signal.aborted) sync.log.warn({ reason: reasonOf(error) }, 'field map not checked yet')
  }
}

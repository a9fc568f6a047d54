import { recheckPart } from '../../core/media/recheck.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

/** URLs to request from the partner again; `done` counts them as requested, once their jobs exist. */
export type Rechecks = { urls: string[]; done(): Promise<void> }

/**
 * Chooses the known assets that a run requests again although no record that shows them changed. These are a rolling
 * part, so that each is requested once in `MEDIA_RECHECK_DAYS`, and assets whose last request failed. Returns the same
 * assets until `done` is called.
 */
export async function chooseRechecks({ media, policy, now }: SyncDeps, run: Run): Promise<Rechecks> {
  if (run.kind !== 'sync' || !isWhole(run)) return { urls: [], done: async () => undefined }
  const time = now().getTime()
  const intervalMs = policy.recheckMediaMs
  const state = (await media.recheckState()) ?? { at: time, cursor: '0' }
  const { count, next } = recheckPart(await media.countAssets(), state, { now: time, intervalMs })
  const unchecked = await media.unchecked()
  if (count === 0) return { urls: unchecked.sort(), done: () => media.saveRecheckState(next) }
  const { found, cursor } = await media.walkAssets(state.cursor, count)
  return {
    urls: [...new Set([...unchecked, ...found.map(({ url }) => url)])].sort(),
    done: () => media.saveRecheckState({ ...next, cursor }),
  }
}

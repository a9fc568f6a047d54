import { UnusableError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

/** The id of the user as whom the mirror writes; undefined where the CMS does not tell who we are. */
export async function fetchOwnUser(deps: SyncDeps, signal: AbortSignal): Promise<number | undefined> {
  try {
    return (await deps.cms.fetchUser(signal)).id
  } catch (error) {
    if (error instanceof UnusableError) return undefined
    throw error
  }
}

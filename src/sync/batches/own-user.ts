import { UnusableError } from '../../lib/errors.ts'
import type { Cms } from '../ports/cms.ts'

/** The id of the mirror's CMS user; undefined if the CMS does not return it. */
export async function fetchOwnUser(
  deps: { cms: Pick<Cms, 'fetchUser'> },
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return (await deps.cms.fetchUser(signal)).id
  } catch (error) {
    if (error instanceof UnusableError) return undefined
    throw error
  }
}

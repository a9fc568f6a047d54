import { UnreachableError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

/** Whether the CMS responds to a cheap read; then the earlier request itself caused the failure. */
export async function answersReads({ cms }: SyncDeps, signal: AbortSignal): Promise<boolean> {
  try {
    await cms.readPages([1], signal)
    return true
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return false
  }
}

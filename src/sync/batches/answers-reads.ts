import { UnreachableError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

/** Whether the CMS answers a cheap read: then what was asked for before caused the failure. */
export async function answersReads({ cms }: Pick<SyncDeps, 'cms'>, signal: AbortSignal): Promise<boolean> {
  try {
    await cms.readPages([1], signal)
    return true
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return false
  }
}

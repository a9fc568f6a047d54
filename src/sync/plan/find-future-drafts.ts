import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readMedia } from './read-media.ts'

/**
 * The files of planned pages: those in the media library (`uploaded`), or all, because a run that was only planned may
 * still upload them (`expected`).
 */
export type Files = 'uploaded' | 'expected'

/** The ids of planned records whose pages will be drafts, because their products lack a field of `publish_if`. */
export async function findFutureDrafts(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
  files: Files,
): Promise<ReadonlySet<string>> {
  const { renderer } = deps
  if (runId === undefined || renderer.publishIf.length === 0 || keys.length === 0) return new Set()
  const changes = await readOrUndefined(keys, (some) => deps.plans.read(runId, some.map(recordId)))
  const writes = changes.flatMap((change) => (change !== undefined && 'product' in change ? [change] : []))
  const mediaOf =
    files === 'uploaded'
      ? await readMedia(
          deps,
          writes.map(({ product }) => product),
        )
      : undefined
  const hasFile = (url: string): boolean => mediaOf === undefined || mediaOf(url) !== undefined
  const drafts = writes.filter(({ product }) => renderer.missingFields(product, hasFile).length > 0)
  return new Set(drafts.map(recordId))
}

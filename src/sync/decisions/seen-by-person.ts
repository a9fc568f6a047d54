import { composeUpdate, currentTexts } from '../../core/page/compose.ts'
import type { SeenText } from '../../core/page/conflict.ts'
import { seenDigest } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'

/** Edits on the page without a conflict: the partner's text is then the last one written. */
export async function seenOnPage(
  deps: Pick<SyncDeps, 'cms'>,
  key: RecordKey,
  snapshot: Snapshot | undefined,
  signal: AbortSignal,
): Promise<SeenText | { reason: string }> {
  if (snapshot?.state !== 'mirrored') return { reason: `The page of ${recordId(key)} is retired.` }
  const [page] = await deps.cms.readPages([snapshot.pageId], signal)
  if (page === undefined || page.status === 'trash')
    return {
      reason: `Page ${snapshot.pageId} of ${recordId(key)} is ${page ? 'in the trash' : 'gone'}: there is nothing to overwrite.`,
    }
  const { merge } = composeUpdate(
    key,
    page,
    { base: snapshot.base, wanted: snapshot.base, past: snapshot.past, shown: snapshot.shown },
    'keep',
  )
  const fields = [...merge.kept, ...merge.conflicts]
  if (fields.length === 0)
    return { reason: `Page ${page.id} of ${recordId(key)} (${page.link}) has no edits to overwrite.` }
  return { fields, seen: seenDigest(fields, currentTexts(key, page)) }
}

import { composeUpdate, currentTexts } from '../../core/page/compose.ts'
import type { SeenText } from '../../core/page/conflict.ts'
import { seenDigest } from '../../core/merge/seen-digest.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'

/** An editor's changes on a page without a conflict: the last written text counts as the partner's. */
export async function seenOnPage(
  deps: SyncDeps,
  key: RecordKey,
  { snapshot, missingImage }: { snapshot: Snapshot | undefined; missingImage: string | undefined },
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
  const edited = [...merge.kept, ...merge.conflicts]
  const fields = edited.filter((field) => field !== 'featuredMedia' || missingImage === undefined)
  if (fields.length < edited.length && fields.length === 0)
    return {
      reason: `The editor’s featured image of ${recordId(key)} stays, because the partner’s image (${missingImage}) is missing. Overwrite it once the partner has repaired the image.`,
    }
  if (fields.length === 0)
    return { reason: `Page ${page.id} of ${recordId(key)} (${page.link}) has no edits to overwrite.` }
  return { fields, seen: seenDigest(fields, currentTexts(key, page)) }
}

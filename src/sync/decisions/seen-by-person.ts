import { composeUpdate, currentTexts } from '../../core/page/compose.ts'
import type { SeenText } from '../../core/page/conflict.ts'
import { seenDigest } from '../../core/merge/seen-digest.ts'
import type { Obstacle } from '../../core/decisions/resolution.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** An editor's changes on a page without a conflict: the last written text counts as the partner's. */
export async function seenOnPage(
  deps: SyncDeps,
  key: RecordKey,
  { snapshot, missingImage }: { snapshot: Snapshot | undefined; missingImage: string | undefined },
  signal: AbortSignal,
): Promise<SeenText | Obstacle> {
  if (snapshot?.state !== 'mirrored') return { code: 'retired' }
  const [page] = await deps.cms.readPages([snapshot.pageId], signal)
  if (page === undefined || page.status === 'trash')
    return { code: page ? 'trashed' : 'gone', pageId: snapshot.pageId }
  const mirrored = readPage(key, page)
  const { merge } = composeUpdate(
    mirrored,
    { base: snapshot.base, wanted: snapshot.base, past: snapshot.past, shown: snapshot.shown },
    'keep',
  )
  const edited = [...merge.kept, ...merge.conflicts]
  const fields = edited.filter((field) => field !== 'featuredMedia' || missingImage === undefined)
  if (missingImage !== undefined && fields.length < edited.length && fields.length === 0)
    return { code: 'image-missing', url: missingImage }
  if (fields.length === 0) return { code: 'no-edits', pageId: page.id, link: page.link }
  return { fields, seen: seenDigest(fields, currentTexts(mirrored)) }
}

import { mustStay } from '../../core/media/kept-documents.ts'
import type { Media } from '../../core/record/media.ts'
import type { SyncDeps } from '../deps.ts'

/** The files that must stay in the media library because they are, or may be, documents to be kept. */
export async function findKept(
  { media: library }: SyncDeps,
  media: readonly Media[],
): Promise<ReadonlySet<string>> {
  const uses = await library.documentUses(media.map(({ sha256 }) => sha256))
  return new Set(media.flatMap(({ sha256, mime }, index) => (mustStay(mime, uses[index]) ? [sha256] : [])))
}

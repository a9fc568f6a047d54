import type { UnusedMedia } from '../../core/media/unused-media.ts'
import type { Stores } from '../../store/stores.ts'

/** The files that are no longer shown on any page, the longest unused first. */
export async function listUnused({ media: library, unusedMedia }: Stores): Promise<UnusedMedia[]> {
  const all = await unusedMedia.all()
  const found = await library.media([...all.keys()])
  return [...all.values()].flatMap((value, index) => {
    const media = found[index]
    return media === undefined ? [] : [{ ...value, media }]
  })
}

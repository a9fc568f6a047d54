import type { WireMedia } from '../contracts/cms/media.ts'
import type { Media } from '../core/record/media.ts'

/** An attachment as the CMS told it; `size` in bytes stands in where it tells none. */
export function toMedia(wire: WireMedia, sha256: string, size = 0): Media {
  const { width, height, filesize = size, sizes } = detailsOf(wire)
  const large = sizes === undefined || Array.isArray(sizes) ? undefined : sizes['large']
  return {
    id: wire.id,
    sha256,
    url: wire.source_url,
    mime: wire.mime_type,
    bytes: filesize,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(large?.source_url === undefined || large.width === undefined || large.height === undefined
      ? {}
      : { large: { url: large.source_url, width: large.width, height: large.height } }),
  }
}

/** The size of the file as it was uploaded; older engines do not tell it, nor of pictures that were made anew. */
export function sizeOf(wire: WireMedia): number | undefined {
  const { filesize, original_image: original } = detailsOf(wire)
  return original === undefined ? filesize : undefined
}

function detailsOf({ media_details: details }: WireMedia): Exclude<WireMedia['media_details'], never[]> {
  return Array.isArray(details) ? {} : details
}

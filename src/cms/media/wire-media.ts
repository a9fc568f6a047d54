import type { WireMedia } from '../../contracts/cms/media.ts'
import { fileKey } from '../../core/text/signed-url.ts'
import type { Media, Rendition } from '../../core/record/media.ts'

/**
 * Turns an attachment of the CMS into media; `size` in bytes replaces a missing file size. URLs are stored
 * without their signature, because plug-ins for private storage renew it in each response and add it when
 * they show a page.
 */
export function toMedia(wire: WireMedia, sha256: string, size = 0): Media {
  const { width, height, filesize = size, sizes } = detailsOf(wire)
  const made: Readonly<Record<string, WireSize>> = sizes === undefined || Array.isArray(sizes) ? {} : sizes
  const [large, medium] = [renditionOf(made['large']), renditionOf(made['medium'])]
  return {
    id: wire.id,
    sha256,
    url: fileKey(wire.source_url),
    mime: wire.mime_type,
    bytes: filesize,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(large && { large }),
    ...(medium && { medium }),
  }
}

type WireSize = { source_url?: string | undefined; width?: number | undefined; height?: number | undefined }

function renditionOf({ source_url: url, width, height }: WireSize = {}): Rendition | undefined {
  if (url === undefined || width === undefined || height === undefined) return undefined
  return { url: fileKey(url), width, height }
}

/** Whether an image has none of its smaller sizes, although it should have some. */
export function lacksSizes(wire: WireMedia): boolean {
  const { sizes = {} } = detailsOf(wire)
  const missing = wire.missing_image_sizes ?? []
  return wire.mime_type.startsWith('image/') && Object.keys(sizes).length === 0 && missing.length > 0
}

/**
 * The size of the uploaded file in bytes; unknown in older engines, and for images that the engine
 * re-encoded.
 */
export function sizeOf(wire: WireMedia): number | undefined {
  const { filesize, original_image: original } = detailsOf(wire)
  return original === undefined ? filesize : undefined
}

function detailsOf({ media_details: details }: WireMedia): Exclude<WireMedia['media_details'], never[]> {
  return Array.isArray(details) ? {} : details
}

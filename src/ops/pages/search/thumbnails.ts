import type { FastifyInstance } from 'fastify'
import type { Media } from '../../../core/record/media.ts'
import type { Product } from '../../../core/record/product.ts'
import type { OpsDeps } from '../../deps.ts'
import { withTimeout } from '../../http/with-timeout.ts'

/** An image of a product in the media library, and the size at which it is shown. */
type Thumbnail = { sha256: string; width: number; height: number }

type Named = { Params: { sha256: string } }

/** The file that a thumbnail shows: listings on the site show the same one. */
function fileOf({ url, medium, large, width = 0, height = 0 }: Media) {
  return medium ?? large ?? { url, width, height }
}

/** The image of each product that the CMS has, at most `side` pixels wide and high. */
export async function readThumbnails(
  { media }: Pick<OpsDeps, 'media'>,
  products: readonly (Product | undefined)[],
  side: number,
): Promise<(Thumbnail | undefined)[]> {
  const assets = await media.assets(products.map((product) => product?.image ?? ''))
  const files = await media.media(assets.map((asset) => asset?.sha256 ?? ''))
  return files.map((file) => file && toThumbnail(file, side))
}

function toThumbnail(file: Media, side: number): Thumbnail | undefined {
  const { width, height } = fileOf(file)
  if (!file.mime.startsWith('image/') || width === 0 || height === 0) return undefined
  const scale = Math.min(1, side / Math.max(width, height))
  const scaled = (length: number): number => Math.max(1, Math.round(scale * length))
  return { sha256: file.sha256, width: scaled(width), height: scaled(height) }
}

/**
 * `/thumbnails/:sha256`: an image of the media library from the CMS, because pages load nothing from other sites. Only
 * images that the mirror uploaded are served; 404 for any other, and while the site does not send it.
 */
export function routeThumbnails(app: FastifyInstance, deps: OpsDeps): void {
  app.get<Named>('/thumbnails/:sha256', async (request, reply) => {
    const { sha256 } = request.params
    if (!/^[0-9a-f]{64}$/.test(sha256)) return reply.code(404).send()
    const [file] = await withTimeout(deps.media.media([sha256]))
    if (file === undefined || !file.mime.startsWith('image/')) return reply.code(404).send()
    const etag = `"${sha256}"`
    // Private, because the image also requires the login. An address always has the same bytes.
    const kept = { etag, 'cache-control': 'private, max-age=604800, immutable' }
    if (request.headers['if-none-match'] === etag) return reply.headers(kept).code(304).send()
    const image = await deps.cms.fetchImage(fileOf(file).url, request.signal)
    if (image === undefined) return reply.code(404).send()
    return reply.headers(kept).type(image.mime).send(Buffer.from(image.bytes))
  })
}

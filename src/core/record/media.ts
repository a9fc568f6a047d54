import { z } from 'zod'
import type { pdfFields } from '../../contracts/partner.ts'

/** The field of a product that links to an asset. */
export type AssetField = 'image' | (typeof pdfFields)[number]

/** An asset that a product links to. */
export type Asset = {
  url: string
  kind: 'image' | 'pdf'
  /** Id of a record that shows it, for messages. */
  of?: string
  /** The kind of document it is for that record. */
  field?: AssetField
  /** The product's name in that record. */
  name?: string
}

const Rendition = z.strictObject({ url: z.string(), width: z.number(), height: z.number() })
export type Rendition = z.infer<typeof Rendition>

/** An asset in the CMS's media library, identified by the SHA-256 (hex) of its bytes. */
export const Media = z.strictObject({
  id: z.int(),
  sha256: z.string(),
  url: z.string().describe('Public URL of the full file.'),
  mime: z.string(),
  bytes: z.number(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  large: Rendition.exactOptional().describe(
    'Public URL and size of the `large` rendition, if the image has one.',
  ),
  medium: Rendition.exactOptional().describe('The same for the `medium` rendition, which listings show.'),
})
export type Media = z.infer<typeof Media>

/** The attachment's slug, whose hash makes it findable again after a crash. */
export function mediaSlug(sha256: string): string {
  return `media-${sha256}`
}

/**
 * The hash in a media slug, including the slug of a duplicate (`…-2`); undefined for slugs that are not the mirror's.
 */
export function sha256OfSlug(slug: string): string | undefined {
  return /^media-([0-9a-f]{64})(?:-\d+)?$/.exec(slug)?.[1]
}

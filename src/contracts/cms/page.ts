import { z } from 'zod'

export const PageStatus = z.enum([
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
])
export type PageStatus = z.infer<typeof PageStatus>

const RawText = z.object({ raw: z.string() })

/** The members of a page (context `edit`) that the mirror asks for with `_fields`. */
export const WirePage = z.object({
  id: z.int(),
  slug: z.string(),
  status: PageStatus,
  parent: z.int(),
  link: z.string(),
  modified_gmt: z.string(),
  title: RawText,
  excerpt: RawText,
  content: RawText,
  featured_media: z.int(),
})
export type WirePage = z.infer<typeof WirePage>

/** The `_fields` value that selects exactly WirePage. */
export const pageFields =
  'id,slug,status,parent,link,modified_gmt,title.raw,excerpt.raw,content.raw,featured_media'

/** What the mirror may send for a page. Never an `id` (it would beat the one in the URL), never `meta`. */
export const PageWriteBody = z.strictObject({
  slug: z.string().optional(),
  status: PageStatus.optional(),
  parent: z.int().optional(),
  title: z.string().optional(),
  excerpt: z.string().optional(),
  content: z.string().optional(),
  featured_media: z.int().optional(),
  menu_order: z.int().optional(),
})
export type PageWriteBody = z.infer<typeof PageWriteBody>

import { z } from 'zod'

const RawText = z.object({ raw: z.string() })

/** The fields of a revision (context `edit`) that the mirror requests; the slug identifies an autosave. */
export const WireRevision = z.object({
  id: z.int(),
  slug: z.string(),
  author: z.int().catch(0),
  date_gmt: z.string(),
  title: RawText,
  excerpt: RawText,
  content: RawText,
})

/**
 * The `_fields` value that selects WireRevision. The CMS has no `title.raw` for revisions, only the whole
 * `title`.
 */
export const revisionFields = 'id,slug,author,date_gmt,title,excerpt,content'

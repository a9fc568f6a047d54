import { z } from 'zod'

const RawText = z.object({ raw: z.string() })

/** The members of a revision (context `edit`) that the mirror asks for; the slug identifies an autosave. */
export const WireRevision = z.object({
  id: z.int(),
  slug: z.string(),
  author: z.int().catch(0),
  date_gmt: z.string(),
  title: RawText,
  excerpt: RawText,
  content: RawText,
})

/** The `_fields` value that selects WireRevision. Of revisions the CMS has no `title.raw`, only the whole `title`. */
export const revisionFields = 'id,slug,author,date_gmt,title,excerpt,content'

import { z } from 'zod'

const RawText = z.object({ raw: z.string() })

/** The members of a revision (context `edit`) that the mirror asks for; the slug identifies an autosave. */
export const WireRevision = z.object({
  id: z.int(),
  slug: z.string(),
  date_gmt: z.string(),
  title: RawText,
  excerpt: RawText,
  content: RawText,
})

/** The `_fields` value that selects exactly WireRevision. */
export const revisionFields = 'id,slug,date_gmt,title.raw,excerpt.raw,content.raw'

import { z } from 'zod'

/** The CMS's error body: `{ code, message, data: { status, params?, details? } }`. */
export const CmsErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  data: z.looseObject({ status: z.int().optional() }).nullish(),
})
export type CmsErrorBody = z.infer<typeof CmsErrorBody>

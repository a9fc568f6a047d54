import { z } from 'zod'

const Size = z.object({ width: z.int(), height: z.int(), source_url: z.string(), mime_type: z.string() })

/** The fields of a media attachment (context `edit`) that the mirror requests with `_fields`. */
export const WireMedia = z.object({
  id: z.int(),
  slug: z.string(),
  status: z.string(),
  author: z.int().optional(),
  mime_type: z.string(),
  source_url: z.string(),
  missing_image_sizes: z.array(z.string()).optional().catch(undefined),
  media_details: z
    .looseObject({
      width: z.int().optional(),
      height: z.int().optional(),
      filesize: z.int().optional(),
      original_image: z.string().optional(),
      sizes: z
        .union([z.record(z.string(), z.looseObject(Size.partial().shape)), z.array(z.never())])
        .optional(),
    })
    .or(z.array(z.never())),
})
export type WireMedia = z.infer<typeof WireMedia>

/** The fields of an attachment (context `edit`) that name it to operators. */
export const WireMediaTexts = z.object({
  id: z.int(),
  slug: z.string(),
  source_url: z.string(),
  title: z.object({ raw: z.string() }),
  alt_text: z.string(),
})
export const mediaTextFields = 'id,slug,source_url,title.raw,alt_text'

/** The `_fields` value that selects exactly WireMedia. */
export const mediaFields = 'id,slug,status,author,mime_type,source_url,missing_image_sizes,media_details'

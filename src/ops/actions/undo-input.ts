import { z } from 'zod'
import { Gtin } from '../../contracts/gtin.ts'
import { AnyLanguage } from './start-input.ts'
import { writeNowInput } from './write-now-input.ts'

/** The body of `POST /api/runs/:id/undo`; an empty one undoes the whole run. */
export const UndoInput = z.strictObject({
  gtins: z.array(Gtin).min(1).max(10_000).optional(),
  languages: z.array(AnyLanguage).min(1).max(1_000).optional(),
  fields: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Fields of the product, such as `price`, or of the page: `title`, `excerpt`, `block`, `image`, `meta.x`.',
    ),
  ...writeNowInput,
})

import { z } from 'zod'
import { Blanks, coreFields } from '../reasons/blanks.ts'
import type { Product } from '../record/product.ts'

/** A version of a product that a guard holds until the partner changes it or an operator accepts it. */
export const BlankedVersion = z.strictObject({
  digest: z.string().describe('Digest of that version: a decision to accept applies only to it.'),
  blanks: Blanks,
  changes: z
    .array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() }))
    .exactOptional()
    .describe('Its differences from the page’s version, each value shortened to a line.'),
  runId: z.string().describe('The last run that held it.'),
  at: z.string().describe('When that run held it, ISO 8601.'),
})
export type BlankedVersion = z.infer<typeof BlankedVersion>

const tolerated = 2

/**
 * Why to hold a record whose new version lost its name or three core fields at once: probably an error at the partner.
 * Undefined if nothing is suspicious.
 */
export function findBlanks(before: Product, after: Product): Blanks | undefined {
  if (before.name !== '' && after.name === '') return { code: 'name' }
  const fields = coreFields.filter((field) => before[field] !== '' && after[field] === '')
  return fields.length <= tolerated ? undefined : { code: 'fields', fields }
}

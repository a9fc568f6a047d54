import { z } from 'zod'
import type { Product } from '../record/product.ts'

/** A version of a product that the blank guard holds until the partner changes it or an operator accepts it. */
export const Suspect = z.strictObject({
  digest: z.string().describe('Digest of that version: a decision to accept applies only to it.'),
  reason: z.string().describe('Why the version is suspicious.'),
  runId: z.string().describe('The last run that held it.'),
  at: z.string().describe('When that run held it, ISO 8601.'),
})
export type Suspect = z.infer<typeof Suspect>

const coreFields = [
  'intro',
  'application',
  'advantages',
  'item_number',
  'image',
  'datasheet',
  'erp_description',
] as const
const tolerated = 2

/**
 * Why to hold a record whose new version lost its name or three core fields at once: probably an error at the partner.
 * Undefined if nothing is suspicious.
 */
export function suspectBlanks(before: Product, after: Product): string | undefined {
  if (before.name !== '' && after.name === '') return 'the name became empty'
  const blanked = coreFields.filter((field) => before[field] !== '' && after[field] === '')
  if (blanked.length <= tolerated) return undefined
  return `${blanked.length} core fields became empty at once (${blanked.join(', ')})`
}

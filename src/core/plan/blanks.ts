import type { Product } from '../record/product.ts'

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
 * The reason to hold a record whose new version lost its name or three core fields at once: more likely a fault at
 * the partner than an editorial decision. Undefined when nothing is suspicious.
 */
export function suspectBlanks(before: Product, after: Product): string | undefined {
  if (before.name !== '' && after.name === '') return 'the name became empty'
  const blanked = coreFields.filter((field) => before[field] !== '' && after[field] === '')
  if (blanked.length <= tolerated) return undefined
  return `${blanked.length} core fields became empty at once (${blanked.join(', ')})`
}

/** A product as the partner serves it. */
export type Product = Readonly<Record<string, unknown>>

export const assetFields = ['image', 'datasheet', 'safety_datasheet', 'declaration_of_performance']

const coreFields = [
  'intro',
  'application',
  'advantages',
  'item_number',
  'image',
  'datasheet',
  'erp_description',
]

/** A version that blanks the name or three core fields at once is not shown. */
export function isSuspect(shown: Product | undefined, said: Product): boolean {
  if (shown === undefined) return false
  const lost = (field: string): boolean => !isBlank(shown[field]) && isBlank(said[field])
  return lost('name') || coreFields.filter(lost).length >= 3
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

export function sameProduct(one: Product | undefined, other: Product): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The words by which `partner.ts` marks each text that it puts into a product. */
export function marksOf(product: Product): string[] {
  return [...new Set(JSON.stringify(product).match(/\bzx[a-z0-9]+/g))]
}

import { productFault } from '../../core/reading/product-fault.ts'
import type { Product } from '../../core/record/product.ts'
import { recordId } from '../../core/record/record.ts'
import { BeyondLimitsError } from '../../lib/stored-errors.ts'

/** Throws BeyondLimitsError, which names every record whose stored product exceeds a limit of this version. */
export function assertRenderable(products: readonly Product[]): void {
  const faults = products.flatMap((product) => {
    const fault = productFault(product)
    return fault === undefined ? [] : [[recordId(product), fault] as const]
  })
  if (faults.length > 0) throw new BeyondLimitsError(new Map(faults))
}

import { htmlFields } from '../../contracts/partner.ts'
import { explainBroken, explainDrift } from '../text/drift.ts'
import { markupFault } from '../html/markup-fault.ts'
import { boundFaults } from './bounds.ts'

type Markup = Record<(typeof htmlFields)[number], string>

/**
 * The limit that a stored product exceeds, because an earlier version stored it before the limit existed. Undefined if
 * it can be rendered.
 */
export function productFault(product: Markup): string | undefined {
  const beyond = boundFaults(product)
  return beyond.length > 0 ? explainDrift(product, beyond) : markupFaultOf(product)
}

/** The limit that the markup of a product exceeds. */
export function markupFaultOf(product: Markup): string | undefined {
  const broken = htmlFields.flatMap((field) => {
    const fault = markupFault(product[field])
    return fault === undefined ? [] : [`${field} ${fault}`]
  })
  return broken.length > 0 ? explainBroken(broken) : undefined
}

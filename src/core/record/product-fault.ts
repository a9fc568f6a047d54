import { htmlFields } from '../../contracts/partner.ts'
import { explainBroken, explainDrift } from '../plan/drift.ts'
import { markupFault } from '../render/markup/markup-fault.ts'
import { boundFaults } from './bounds.ts'

type Markup = Record<(typeof htmlFields)[number], string>

/**
 * Which limit a stored product breaks: an earlier version stored it before there was one. Undefined: none, so it can be
 * rendered.
 */
export function productFault(product: Markup): string | undefined {
  const beyond = boundFaults(product)
  return beyond.length > 0 ? explainDrift(product, beyond) : markupFaultOf(product)
}

/** Which limit the markup of a product breaks. */
export function markupFaultOf(product: Markup): string | undefined {
  const broken = htmlFields.flatMap((field) => {
    const fault = markupFault(product[field])
    return fault === undefined ? [] : [`${field} ${fault}`]
  })
  return broken.length > 0 ? explainBroken(broken) : undefined
}

import { isForLinks } from '../page/links.ts'
import type { PlannedCounts } from '../run/run.ts'
import { approvedParts, type ApprovedPart } from './approved-parts.ts'
import type { Change, PlannedKind } from '../run/change.ts'

/** A restored page counts as a new one. */
const kindsOf: Readonly<Record<ApprovedPart, readonly PlannedKind[]>> = {
  updates: ['update'],
  creates: ['create', 'restore'],
  retirements: ['retire'],
}

/** The number of planned records in a part, without language links. */
export function countPart(planned: PlannedCounts, part: ApprovedPart): number {
  return kindsOf[part].reduce((sum, kind) => sum + planned[kind], 0)
}

/** The parts of a plan, if it has more than one. */
export function partsOf(planned: PlannedCounts): ApprovedPart[] {
  const parts = approvedParts.filter((part) => countPart(planned, part) > 0)
  return parts.length > 1 ? parts : []
}

/**
 * Whether a change is in the approved part. An update of only language links belongs to the pages of its product that
 * are added or removed; `product` holds the planned changes of these pages.
 */
export function isInPart(
  change: Change,
  part: ApprovedPart,
  product: readonly (Change['kind'] | undefined)[],
): boolean {
  const kinds: readonly Change['kind'][] = kindsOf[part]
  if (!isOnlyForLinks(change)) return kinds.includes(change.kind)
  const causes = causesOf(product)
  return causes.length === 0 ? kinds.includes('update') : causes.some((kind) => kinds.includes(kind))
}

/** Whether a change updates only links because pages of its product are added or removed. */
export function followsPages(change: Change, product: readonly (Change['kind'] | undefined)[]): boolean {
  return isOnlyForLinks(change) && causesOf(product).length > 0
}

export function isOnlyForLinks(change: Change): boolean {
  return change.kind === 'update' && isForLinks(change)
}

function causesOf(product: readonly (Change['kind'] | undefined)[]): Change['kind'][] {
  return product.filter((kind) => kind !== undefined && kind !== 'update')
}

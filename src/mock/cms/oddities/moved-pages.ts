import type { RestRequest } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/**
 * The parent of a page after an update. A language plug-in moves a page to the top level if its parent has no
 * translation. Here, it moves pages that have both a parent and children.
 */
export function parentAfter(request: RestRequest, store: Store, { id, type, parent }: Row): number {
  const isAbove = type === 'page' && store.childrenOf(id).some((child) => child.type === 'page')
  const isMoved = isAbove && request.oddities.has('moved-pages')
  return isMoved ? 0 : parent
}

import type { RestRequest } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/**
 * Where an update puts a page: a plugin for languages moves it to the top if the page above it has no translation. Here
 * that is a page with pages both above and below it.
 */
export function parentAfter(request: RestRequest, store: Store, { id, type, parent }: Row): number {
  const isAbove = type === 'page' && store.childrenOf(id).some((child) => child.type === 'page')
  const isMoved = isAbove && request.oddities.has('moved-pages')
  return isMoved ? 0 : parent
}

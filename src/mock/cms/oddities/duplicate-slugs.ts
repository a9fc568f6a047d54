import type { RestRequest } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/**
 * Hides a new row for a moment, so that concurrent requests find its slug free. Without the oddity, continues at once.
 */
export function hiddenFor<T>(request: RestRequest, store: Store, row: Row, goOn: () => T): T | Promise<T> {
  const others = request.oddities.race('duplicate-slugs')
  if (others === null) return goOn()
  store.remove(row)
  return others.then(() => {
    store.put(row)
    return goOn()
  })
}

import type { RestRequest } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/** Goes on with a new row at once, or hides it first, so that others may find its slug free. */
export function hiddenFor<T>(request: RestRequest, store: Store, row: Row, goOn: () => T): T | Promise<T> {
  const others = request.oddities.race('duplicate-slugs')
  if (others === null) return goOn()
  store.remove(row)
  return others.then(() => {
    store.put(row)
    return goOn()
  })
}

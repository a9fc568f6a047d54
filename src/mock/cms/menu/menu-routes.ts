import { created, mayCreate } from '../posts/write/change.ts'
import type { Kind } from '../posts/kind.ts'
import { storeMeta } from '../posts/write/meta.ts'
import { postRoutes } from '../posts/resource.ts'
import { insertRow } from '../posts/write/save.ts'
import { draftOf } from '../posts/write/write.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Answer, Route } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { blankMenu } from './menu-fields.ts'
import { menuKind } from './menu-kind.ts'

export function menuRoutes(store: Store): Route[] {
  const kind = menuKind(store)
  return postRoutes(kind, store, {
    create: {
      may: (request) => mayCreate(kind, request),
      run: (request) => createMenuItem(kind, store, request),
    },
  })
}

/** The target of a custom item is the item itself, so its id is needed first. */
function createMenuItem(kind: Kind, store: Store, request: RestRequest): Answer {
  const draft = draftOf(kind, store, request, undefined)
  const row = insertRow(store, kind.type, { ...draft, author: request.user?.id ?? 0 })
  const menu = row.menu ?? blankMenu
  const own = menu.type === 'custom' ? { ...menu, object: 'custom', objectId: row.id } : menu
  const saved = storeMeta(store, kind.meta, store.put({ ...row, menu: own }), request)
  return created(kind, store, request, { row: saved, context: 'edit' })
}

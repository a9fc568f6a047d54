import { addonNamespaces, createAddons } from './addons/addons.ts'
import { autosaveRoutes } from './children/autosave-routes.ts'
import { revisionRoutes } from './children/revision-routes.ts'
import { termRoutes } from './terms/term-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { menuRoutes } from './menu/menu-routes.ts'
import type { Kind } from './posts/kind.ts'
import { pageKind } from './posts/page-kind.ts'
import { postKind } from './posts/post-kind.ts'
import { registeredKind } from './posts/registered-kind.ts'
import { postRoutes } from './posts/resource.ts'
import { batchRoute } from './rest/batch.ts'
import { type Route, type Router, createRouter } from './rest/route.ts'
import { indexRoute, namespaceRoute } from './rest/site-index.ts'
import { siteFacts } from './site-facts.ts'
import type { Store } from './store/store.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { iconRoutes } from './extras/icon-routes.ts'
import { oembedRoutes } from './oembed/oembed-routes.ts'
import { createRooms } from './sync/rooms.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { blockTypeRoutes } from './extras/block-types.ts'
import { taxonomyRoutes } from './types/taxonomy-routes.ts'
import { typeRoutes } from './types/type-routes.ts'
import { userRoutes } from './users/user-routes.ts'

const namespaces = ['oembed/1.0', 'cms/v2', 'cms-sync/v1', 'cms-block-editor/v1', ...addonNamespaces]

/** All routes of the CMS over one store. `reset` restores the initial state. */
export function createRoutes(
  store: Store,
  options: { oembedHosts?: readonly string[]; mediaTrash?: boolean } = {},
): { router: Router; reset: () => void } {
  const rooms = createRooms(store.now)
  const addons = createAddons(store)
  const self = (): Router => router
  const routes: Route[] = [
    indexRoute(self, namespaces, (request) => siteFacts(store, request)),
    batchRoute(self),
    ...namespaces.map((namespace) => namespaceRoute(self, namespace)),
    ...contentKinds(store).flatMap((kind) => [
      ...postRoutes(kind, store),
      ...(store.registry.supports(kind.type, 'revisions') ? revisionRoutes(kind, store) : []),
      ...(store.registry.supports(kind.type, 'autosave') ? autosaveRoutes(kind, store) : []),
    ]),
    ...mediaRoutes(store, options.mediaTrash ?? false),
    ...commentRoutes(store),
    ...menuRoutes(store),
    ...termRoutes(store),
    ...(store.registry.isExtended ? [...typeRoutes(store), ...taxonomyRoutes(store)] : []),
    ...userRoutes(store),
    ...blockTypeRoutes,
    ...iconRoutes,
    ...editorRoutes(store),
    ...oembedRoutes(store, options.oembedHosts ?? []),
    ...syncRoutes(store, rooms),
    ...addons.routes,
  ]
  const router = createRouter(routes)
  return {
    router,
    reset() {
      store.reset()
      rooms.reset()
      addons.reset()
    },
  }
}

/** Posts, pages, and the post types of the file of `--types`. */
function contentKinds(store: Store): Kind[] {
  const added = store.registry.addedTypes.map((type) => registeredKind(store, type))
  return [postKind(store), pageKind(store), ...added]
}

import type { Route } from '../rest/route.ts'
import { securityRoutes } from '../security/security-routes.ts'
import { seoRoutes } from '../seo/seo-routes.ts'
import type { Store } from '../store/store.ts'
import { thumbnailRoutes } from '../thumbnails/thumbnail-routes.ts'

/** The namespaces of the site's plug-ins. The last two appear only in the index, without routes. */
export const addonNamespaces = [
  'security/v1',
  'seo/v1',
  'regenerate-thumbnails/v1',
  'cms-site-health/v1',
  'cms-abilities/v1',
] as const

/** The routes of the site's plug-ins over one store. `reset` restores their initial state. */
export function createAddons(store: Store): { routes: Route[]; reset: () => void } {
  const security = securityRoutes(store)
  const seo = seoRoutes(store)
  return {
    routes: [...security.routes, ...seo.routes, ...thumbnailRoutes(store)],
    reset() {
      security.reset()
      seo.reset()
    },
  }
}

import type { Route } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { attachmentInfoRoutes } from './attachment-info.ts'
import { featuredImageRoutes } from './featured-images.ts'
import { regenerateRoutes } from './regenerate-routes.ts'

/** Namespace regenerate-thumbnails/v1, for administrators. It has no state. */
export function thumbnailRoutes(store: Store): Route[] {
  return [...regenerateRoutes(store), ...attachmentInfoRoutes(store), ...featuredImageRoutes(store)]
}

import type { Route } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { accountRoutes } from './ai/account-routes.ts'
import { plannerRoutes } from './ai/planner-routes.ts'
import { suggestionRoutes } from './ai/suggestion-routes.ts'
import { configurationRoutes } from './configuration-routes.ts'
import { configurationStateRoutes } from './configuration-state-routes.ts'
import { fileSizeRoutes } from './file-size-routes.ts'
import { headRoutes } from './head/head-routes.ts'
import { importRoutes } from './import-routes.ts'
import { indexingRoutes } from './indexing/indexing-routes.ts'
import { keywordRoutes } from './keyword-routes.ts'
import { noticeRoutes } from './notice-routes.ts'
import { scoreRoutes } from './scores/score-routes.ts'
import { statisticsRoutes } from './scores/statistics-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { createSeoState } from './state.ts'
import { taskRoutes } from './task-routes.ts'
import { workoutRoutes } from './workout-routes.ts'

/** Namespace seo/v1 over one store. `reset` restores the initial state. */
export function seoRoutes(store: Store): { routes: Route[]; reset: () => void } {
  const state = createSeoState()
  const indexing = indexingRoutes(store, state.measure)
  const routes = [
    ...fileSizeRoutes(store),
    ...statisticsRoutes(store, state),
    ...accountRoutes(store, state),
    ...suggestionRoutes(state),
    ...plannerRoutes(store, state),
    ...noticeRoutes(state),
    ...scoreRoutes(store, state),
    ...setupRoutes(state),
    ...searchRoutes(store),
    ...configurationRoutes(state),
    ...configurationStateRoutes(state),
    ...importRoutes,
    ...headRoutes(store, state),
    ...indexing.routes,
    ...keywordRoutes(state),
    ...workoutRoutes(state),
    ...taskRoutes(store, state),
  ]
  return {
    routes,
    reset() {
      state.reset()
      indexing.reset()
    },
  }
}

import type { Route } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { configRoutes } from './config-routes.ts'
import { connectionRoutes } from './connection-routes.ts'
import { scanRoutes } from './scan-routes.ts'
import { createSecurityState } from './state.ts'

/** Namespace security/v1: connection, configuration, scans; administrators only. */
export function securityRoutes(store: Store): { routes: Route[]; reset: () => void } {
  const state = createSecurityState()
  const routes = [...connectionRoutes(store, state), ...configRoutes(state), ...scanRoutes(store, state)]
  return { routes, reset: state.reset }
}

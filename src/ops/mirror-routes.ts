import type { FastifyInstance } from 'fastify'
import { routeActions } from './actions/actions.ts'
import { createOperations } from './actions/operations.ts'
import { routeDecisions } from './api/decision-routes.ts'
import { routePauses } from './api/pause-routes.ts'
import { routeProducts } from './api/product-routes.ts'
import { routeRecords } from './api/record-routes.ts'
import { routeRuns } from './api/run-routes.ts'
import type { OpsApp } from './app.ts'
import type { OpsDeps, OpsPlace } from './deps.ts'
import { routeEvents } from './live/events.ts'
import { createLiveRun } from './live/live-run.ts'
import { routeAudit } from './pages/audit/audit-page.ts'
import { routeCoverage } from './pages/coverage/coverage.ts'
import { routeDecisionPages } from './pages/decisions/decisions.ts'
import { routeOverview } from './pages/overview/overview.ts'
import { routeProductPages } from './pages/product/product.ts'
import { routeBoard } from './pages/queues/board.ts'
import { routeSearch } from './pages/search/search.ts'
import { routeRunPages } from './pages/run/run.ts'
import { routeRunList } from './pages/runs/runs.ts'
import { answerErrors } from './pages/shared/answer-errors.ts'
import { createRenderPage } from './pages/shared/render-page.ts'
import { routeReference } from './reference/reference.ts'

/** Adds the pages, actions and API of a mirror; `mirrors` are all mirrors of a process with several. */
export function routeMirror(
  app: FastifyInstance,
  opsDeps: OpsDeps,
  { config, token, activity }: Pick<OpsApp, 'config' | 'token' | 'activity'>,
  mirrors: readonly OpsPlace[] = [],
): void {
  const { place } = opsDeps
  const deps = {
    ...opsDeps,
    mirrors,
    token,
    activity,
    operations: createOperations(opsDeps),
    readLiveRun: createLiveRun(opsDeps),
    renderPage: createRenderPage({ ...opsDeps, token, mirrors }),
  }
  answerErrors(app, deps.renderPage)
  routeOverview(app, deps)
  routeEvents(app, deps)
  routeAudit(app, deps)
  routeCoverage(app, deps)
  routeDecisionPages(app, deps)
  routeRunList(app, deps)
  routeRunPages(app, deps)
  routeProductPages(app, deps)
  routeSearch(app, deps)
  routeActions(app, deps)
  routeRuns(app, deps)
  routePauses(app, deps)
  routeProducts(app, deps)
  routeDecisions(app, deps)
  routeRecords(app, deps)
  routeReference(app, { config, bases: [place?.base ?? ''] })
  routeBoard(app, deps)
}

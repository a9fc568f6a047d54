import { fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { toJson } from '../lib/text/json.ts'
import { guardAccess, safeMethods } from './http/access.ts'
import { routeActions } from './actions/actions.ts'
import { answerErrors } from './pages/shared/answer-errors.ts'
import { routeProducts } from './api/product-routes.ts'
import { routeDecisions } from './api/decision-routes.ts'
import { routeRecords } from './api/record-routes.ts'
import { routeRuns } from './api/run-routes.ts'
import { routeAssets } from './assets.ts'
import { routeAudit } from './pages/audit/audit-page.ts'
import { routeBoard } from './pages/queues/board.ts'
import type { OpsDeps } from './deps.ts'
import { routeEvents } from './live/events.ts'
import { createFormToken } from './http/form-token.ts'
import { createRefusedLogins } from './http/refused-logins.ts'
import { trustIn } from './http/trusted-proxy.ts'
import { sendSafeHeaders } from './http/headers.ts'
import { routeHealth } from './health/health.ts'
import { createHeartbeat } from './health/heartbeat.ts'
import { createLiveRun } from './live/live-run.ts'
import { routeMetrics } from './metrics/metrics.ts'
import { createOperations } from './actions/operations.ts'
import { routeOverview } from './pages/overview/overview.ts'
import { routeCoverage } from './pages/coverage/coverage.ts'
import { routeProductPages } from './pages/product/product.ts'
import { routeDecisionPages } from './pages/decisions/decisions.ts'
import { routeRunPages } from './pages/run/run.ts'
import { createRenderPage } from './pages/shared/render-page.ts'

export type OpsServer = {
  /** Starts to listen; returns the address, with the actual port for port 0. */
  listen(): Promise<{ url: string }>
  close(): Promise<void>
  app: FastifyInstance
}

/** How long a client may take to send a request, and how often that is checked; milliseconds. */
const sendingLimits = { requestMs: 10_000, checkMs: 2_000 }

/** The operator's server: dashboard, queues, health, metrics and API. Throws ConfigError when it would be unsafe. */
export function createOpsServer(opsDeps: OpsDeps, { requestMs, checkMs } = sendingLimits): OpsServer {
  const { config, audit } = opsDeps
  const loggerInstance: FastifyBaseLogger = opsDeps.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // Without one, X-Forwarded headers are anybody's words.
    trustProxy: trustIn(config.trustedProxies ?? []),
    handlerTimeout: 30_000,
    // Fastify's default is no limit: a client that sends a body byte by byte would never be dropped.
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs, connectionsCheckingInterval: checkMs },
  })
  // Bull Board's answers, too.
  app.setReplySerializer(toJson)
  const heartbeat = createHeartbeat()
  app.addHook('onReady', async () => heartbeat.start())
  app.addHook('onClose', async () => heartbeat.stop())

  const token = createFormToken(config)
  const refusedLogins = createRefusedLogins()
  const deps = {
    ...opsDeps,
    heartbeat,
    token,
    refusedLogins,
    operations: createOperations(opsDeps),
    readLiveRun: createLiveRun(opsDeps),
    renderPage: createRenderPage({ audit, token }),
  }

  answerErrors(app, deps)
  guardAccess(app, deps)
  sendSafeHeaders(app)
  logWrites(app)
  routeHealth(app, deps)
  routeMetrics(app, deps)
  routeAssets(app)
  routeOverview(app, deps)
  routeEvents(app, deps)
  routeAudit(app, deps)
  routeCoverage(app, deps)
  routeDecisionPages(app, deps)
  routeRunPages(app, deps)
  routeProductPages(app, deps)
  routeActions(app, deps)
  routeRuns(app, deps)
  routeProducts(app, deps)
  routeDecisions(app, deps)
  routeRecords(app, deps)
  routeBoard(app, deps)

  return {
    app,
    async listen() {
      return { url: await app.listen({ host: config.host, port: config.port }) }
    },
    async close() {
      await app.close()
    },
  }
}

/** Logs every request that may change something, Bull Board's included. */
function logWrites(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip, person } = request
    if (safeMethods.has(method)) return
    request.log.info({ method, url, ip, by: person?.name, status: reply.statusCode }, 'ops write')
  })
}

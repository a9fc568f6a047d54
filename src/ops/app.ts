import { fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { toJson } from '../lib/text/json.ts'
import type { Logger } from '../lib/logger.ts'
import type { Activity } from '../lib/memory/idle-collector.ts'
import { routeAssets } from './assets.ts'
import type { OpsConfig } from './deps.ts'
import { createHeartbeat } from './health/heartbeat.ts'
import { guardAccess, safeMethods } from './http/access.ts'
import { createFormToken } from './http/form-token.ts'
import { sendSafeHeaders } from './http/headers.ts'
import { reportActivity } from './http/report-activity.ts'
import { createReadPublicPath, firstName, routePublicPath, withoutPublicPath } from './http/public-path.ts'
import { createRefusedLogins } from './http/refused-logins.ts'
import { trustIn } from './http/trusted-proxy.ts'
import { withoutSchemas } from './http/without-schemas.ts'

/** The time that a client may take to send a request, and the interval of that check; milliseconds. */
export type SendingLimits = { requestMs: number; checkMs: number }
export const sendingLimits: SendingLimits = { requestMs: 10_000, checkMs: 2_000 }

/** A server without pages, and everything that all pages share. */
export type OpsApp = ReturnType<typeof createApp>

/** Creates a guarded server. Throws ConfigError if it would be unsafe. */
export function createApp(
  config: OpsConfig,
  { log, activity }: { log: Logger; activity: Activity },
  { requestMs, checkMs }: SendingLimits,
) {
  const loggerInstance: FastifyBaseLogger = log
  const readPublicPath = createReadPublicPath(config)
  const ownNames = new Set<string>()
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    schemaController: withoutSchemas,
    // Without a trusted proxy, any client can forge X-Forwarded headers.
    trustProxy: trustIn(config.trustedProxies ?? []),
    handlerTimeout: 30_000,
    // Fastify has no limit by default, so a client that sends a body byte by byte would never be dropped.
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs, connectionsCheckingInterval: checkMs },
    rewriteUrl: (request) => withoutPublicPath(request.url ?? '/', readPublicPath(request), ownNames),
  })
  // Also covers Bull Board's responses.
  app.setReplySerializer(toJson)
  app.addHook('onRoute', ({ url }) => void ownNames.add(firstName(url)))
  reportActivity(app, activity)
  routePublicPath(app, readPublicPath)
  const heartbeat = createHeartbeat()
  app.addHook('onReady', async () => heartbeat.start())
  app.addHook('onClose', async () => heartbeat.stop())
  const refusedLogins = createRefusedLogins()
  guardAccess(app, { config, log, refusedLogins })
  sendSafeHeaders(app)
  logWrites(app)
  routeAssets(app)
  return { app, config, activity, heartbeat, refusedLogins, token: createFormToken(config) }
}

/** Logs every request that may change something, including Bull Board's. */
function logWrites(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip, person } = request
    if (safeMethods.has(method)) return
    request.log.info({ method, url, ip, by: person?.name, status: reply.statusCode }, 'ops write')
  })
}

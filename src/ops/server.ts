import type { FastifyInstance } from 'fastify'
import type { Logger } from '../lib/logger.ts'
import { createApp, sendingLimits } from './app.ts'
import type { OpsConfig, OpsDeps, OpsMirror } from './deps.ts'
import { notStartedText } from '../core/views/problem.ts'
import { routeHealth, routeReadiness, routeReadinessOfAll } from './health/health.ts'
import { HttpError } from './http/http-error.ts'
import { routeMetrics } from './metrics/metrics.ts'
import { routeMirror } from './mirror-routes.ts'
import { routeMirrorList } from './pages/mirrors/mirror-list.ts'
import { answerErrors } from './pages/shared/answer-errors.ts'
import { createRenderPage } from './pages/shared/render-page.ts'
import { routeReference } from './reference/reference.ts'

export type OpsServer = {
  /** Starts to listen; returns the address, with the actual port for port 0. */
  listen(): Promise<{ url: string }>
  close(): Promise<void>
  app: FastifyInstance
}

/**
 * The operator's server: dashboard, queues, health, metrics and API. Throws ConfigError if it would be
 * unsafe.
 */
export function createOpsServer(deps: OpsDeps, limits = sendingLimits): OpsServer {
  const shared = createApp(deps.config, deps.log, limits)
  const { app } = shared
  routeMirror(app, deps, shared)
  routeHealth(app, shared)
  routeReadiness(app, deps)
  routeMetrics(app, { ...shared, log: deps.log, mirrors: [{ deps }] })
  return toServer(app, deps.config)
}

/** The server for several mirrors: a list of them at the root, and each below its own path. */
export function createMirrorsServer(
  { config, log, mirrors }: { config: OpsConfig; log: Logger; mirrors: readonly OpsMirror[] },
  limits = sendingLimits,
): OpsServer {
  const shared = createApp(config, log, limits)
  const { app, token } = shared
  const places = mirrors.map(({ place }) => place)
  const renderPage = createRenderPage({ token, mirrors: places })
  answerErrors(app, { renderPage })
  routeMirrorList(app, { renderPage, mirrors })
  routeReference(app, { config, bases: ['', ...places.map(({ base }) => base)] })
  routeHealth(app, shared)
  routeReadinessOfAll(app, mirrors)
  routeMetrics(app, {
    ...shared,
    log,
    mirrors: mirrors.map(({ place, deps }) => ({ label: place.id, deps })),
  })
  for (const { place, deps, fault } of mirrors)
    void app.register(
      async (scope) => {
        if (deps === undefined) refuseAll(scope, { place, mirrors: places, token, fault })
        else {
          routeMirror(scope, { ...deps, place }, shared, places)
          routeReadiness(scope, deps)
        }
      },
      { prefix: place.base },
    )
  return toServer(app, config)
}

/** Responds to every URL of a mirror with the reason why it is not available. */
function refuseAll(
  scope: FastifyInstance,
  { fault, ...frame }: Parameters<typeof createRenderPage>[0] & { fault: string },
): void {
  answerErrors(scope, { renderPage: createRenderPage(frame) })
  const refuse = async (): Promise<never> => {
    throw new HttpError(503, 'mirror_not_started', notStartedText(fault))
  }
  scope.all('/', refuse)
  scope.all('/*', refuse)
}

function toServer(app: FastifyInstance, { host, port }: OpsConfig): OpsServer {
  return {
    app,
    async listen() {
      return { url: await app.listen({ host, port }) }
    },
    async close() {
      await app.close()
    },
  }
}

import type { FastifyInstance } from 'fastify'
import type { Logger } from '../lib/logger.ts'
import { uncollected, type Activity } from '../lib/memory/idle-collector.ts'
import { createApp, sendingLimits, type OpsApp } from './app.ts'
import type { OpsConfig, OpsMirror, PlacedMirror } from './deps.ts'
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
 * The operator's server: dashboard, queues, health, metrics and API. A mirror without a path is at the root;
 * several mirrors are listed there, each below its own path. `activity` receives its requests. Throws ConfigError if the
 * server would be unsafe.
 */
export function createOpsServer(
  deps: { config: OpsConfig; log: Logger; mirrors: readonly OpsMirror[]; activity?: Activity },
  limits = sendingLimits,
): OpsServer {
  const { config, log, mirrors, activity = uncollected } = deps
  const shared = createApp(config, { log, activity }, limits)
  const { app } = shared
  const placed = mirrors.filter(isPlaced)
  if (placed.length > 0) routePlaced(shared, placed)
  for (const { place, deps: opsDeps } of mirrors)
    if (place === undefined && opsDeps !== undefined) {
      routeMirror(app, opsDeps, shared)
      routeReadiness(app, opsDeps)
    }
  routeHealth(app, shared)
  routeMetrics(app, { ...shared, log, mirrors })
  return {
    app,
    async listen() {
      const { host, port } = config
      return { url: await app.listen({ host, port }) }
    },
    async close() {
      await app.close()
    },
  }
}

const isPlaced = (mirror: OpsMirror): mirror is PlacedMirror => mirror.place !== undefined

/** A list of mirrors at the root, and each mirror below its own path. */
function routePlaced({ app, config, token, activity }: OpsApp, mirrors: readonly PlacedMirror[]): void {
  const places = mirrors.map(({ place }) => place)
  const { timeZone } = config
  const renderPage = createRenderPage({ token, mirrors: places, timeZone })
  answerErrors(app, renderPage)
  routeMirrorList(app, { renderPage, mirrors })
  routeReference(app, { config, bases: ['', ...places.map(({ base }) => base)] })
  routeReadinessOfAll(app, mirrors)
  for (const { place, deps, fault } of mirrors)
    void app.register(
      async (scope) => {
        if (deps === undefined) refuseAll(scope, { place, mirrors: places, token, fault, timeZone })
        else {
          routeMirror(scope, { ...deps, place }, { config, token, activity }, places)
          routeReadiness(scope, deps)
        }
      },
      { prefix: place.base },
    )
}

/** Responds to every URL of a mirror with the reason why it is not available. */
function refuseAll(
  scope: FastifyInstance,
  { fault, ...frame }: Parameters<typeof createRenderPage>[0] & { fault: string },
): void {
  answerErrors(scope, createRenderPage(frame))
  const refuse = async (): Promise<never> => {
    throw new HttpError(503, 'mirror_not_started', notStartedText(fault))
  }
  scope.all('/', refuse)
  scope.all('/*', refuse)
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { reasonOf } from '../../lib/errors.ts'
import type { OpsHealth, PlacedMirror } from '../deps.ts'
import type { Heartbeat } from './heartbeat.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { HttpError } from '../http/http-error.ts'
import { withTimeout } from '../http/with-timeout.ts'

type ReadyHealth = Pick<OpsHealth, 'redis' | 'writeFault' | 'workersRunning'>

const config = { open: true }

export const healthApi = {
  readHealth: {
    method: 'GET',
    url: '/healthz',
    summary: 'Check whether this process must be restarted',
    response: z.strictObject({ status: z.literal('ok') }),
    errors: { 503: ['stalled'] },
    config,
  },
  readReadiness: {
    method: 'GET',
    url: '/readyz',
    summary: 'Check whether this process can work for its mirror',
    response: z.strictObject({
      status: z.literal('ready'),
      mirrors: z
        .record(z.string(), z.enum(['ready', 'not started']))
        .exactOptional()
        .describe('Only of a process with several mirrors.'),
    }),
    errors: { 503: ['not_ready'] },
    config,
  },
} satisfies Record<string, ApiRoute>

/** `/healthz` fails if this process must be restarted. It requires no login. */
export function routeHealth(app: FastifyInstance, { heartbeat }: { heartbeat: Heartbeat }): void {
  addRoute(app, healthApi.readHealth, async () => {
    if (!heartbeat.stalled()) return { status: 'ok' as const }
    const lateSeconds = (heartbeat.lateMs() / 1000).toFixed(1)
    throw new HttpError(503, 'stalled', `The event loop was blocked for ${lateSeconds} s.`)
  })
}

/** `/readyz` fails if this process cannot work for its mirror. It requires no login. */
export function routeReadiness(app: FastifyInstance, { health }: { health: ReadyHealth }): void {
  addRoute(app, healthApi.readReadiness, async () => {
    const missing = await findMissing(health)
    if (missing.length === 0) return { status: 'ready' as const }
    throw new HttpError(503, 'not_ready', missing.join(' '))
  })
}

/**
 * `/readyz` of several mirrors. A mirror that did not start needs an operator, while the others continue. It
 * is named, but makes the process unready only if no mirror has started.
 */
export function routeReadinessOfAll(app: FastifyInstance, mirrors: readonly PlacedMirror[]): void {
  addRoute(app, healthApi.readReadiness, async () => {
    const found = await Promise.all(
      mirrors.map(async ({ place: { id }, deps }) => ({
        id,
        started: deps !== undefined && deps.health.startFault() === undefined,
        missing: deps === undefined ? [] : await findMissing(deps.health),
      })),
    )
    const started = found.filter((one) => one.started)
    const missing = started.filter((one) => one.missing.length > 0)
    if (started.length === 0)
      throw new HttpError(503, 'not_ready', 'No mirror has started. The dashboard shows the reason.')
    if (missing.length > 0) {
      const message = missing.map((one) => `Mirror ${one.id}: ${one.missing.join(' ')}`).join(' ')
      throw new HttpError(503, 'not_ready', message)
    }
    return {
      status: 'ready' as const,
      mirrors: Object.fromEntries(found.map((one) => [one.id, startOf(one)])),
    }
  })
}

function startOf({ started }: { started: boolean }): 'ready' | 'not started' {
  return started ? 'ready' : 'not started'
}

async function findMissing(health: ReadyHealth): Promise<string[]> {
  const missing: string[] = []
  try {
    if (!(await withTimeout(health.redis()))) missing.push('Redis does not respond.')
  } catch (error) {
    missing.push(`Redis does not respond: ${reasonOf(error)}`)
  }
  const fault = health.writeFault()
  if (fault !== undefined) missing.push(`Redis cannot be used: ${fault}.`)
  if (!health.workersRunning()) missing.push('The workers are not running.')
  return missing
}

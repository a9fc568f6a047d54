import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../lib/errors.ts'
import type { OpsHealth } from '../deps.ts'
import type { Heartbeat } from './heartbeat.ts'
import { HttpError } from '../http/http-error.ts'
import { withTimeout } from '../http/with-timeout.ts'

type ReadyHealth = Pick<OpsHealth, 'redis' | 'writeFault' | 'workersRunning'>

/** `/healthz` fails when this process must be restarted, `/readyz` when it cannot work. Neither needs a login. */
export function routeHealth(app: FastifyInstance, deps: { health: ReadyHealth; heartbeat: Heartbeat }): void {
  const open = { config: { open: true } }

  app.get('/healthz', open, async () => {
    if (!deps.heartbeat.stalled()) return { status: 'ok' }
    const lateSeconds = (deps.heartbeat.lateMs() / 1000).toFixed(1)
    throw new HttpError(503, 'stalled', `The event loop was blocked for ${lateSeconds} s.`)
  })

  app.get('/readyz', open, async () => {
    const missing = await findMissing(deps.health)
    if (missing.length === 0) return { status: 'ready' }
    throw new HttpError(503, 'not_ready', missing.join(' '))
  })
}

async function findMissing(health: ReadyHealth): Promise<string[]> {
  const missing: string[] = []
  try {
    if (!(await withTimeout(health.redis()))) missing.push('Redis does not answer.')
  } catch (error) {
    missing.push(`Redis does not answer: ${reasonOf(error)}`)
  }
  const fault = health.writeFault()
  if (fault !== undefined) missing.push(`Redis cannot be used: ${fault}.`)
  if (!health.workersRunning()) missing.push('The workers are not running.')
  return missing
}

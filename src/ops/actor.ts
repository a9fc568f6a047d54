import type { FastifyRequest } from 'fastify'
import type { OpsConfig } from './deps.ts'
import type { Actor } from './operations.ts'

/** Who asks: there is one login at most, so its user, or without one the dashboard itself. */
export function actorOf(request: FastifyRequest, config: OpsConfig, via: Actor['via']): Actor {
  return { by: config.user || 'the dashboard', from: request.ip, via }
}

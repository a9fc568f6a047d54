import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../sync/ports/audit.ts'
import type { OpsConfig } from '../deps.ts'

/** Who asks, and through what. */
export type Actor = Pick<AuditEntry, 'by' | 'from' | 'via'>

/** Who asks: there is one login at most, so its user, or without one the dashboard itself. */
export function actorOf(request: FastifyRequest, config: OpsConfig, via: Actor['via']): Actor {
  return { by: config.user || 'the dashboard', from: request.ip, via }
}

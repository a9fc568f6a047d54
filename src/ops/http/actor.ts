import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../sync/ports/audit.ts'
import type { OpsConfig } from '../deps.ts'

/** Who requests an action, from where and through what. */
export type Actor = Pick<AuditEntry, 'by' | 'from' | 'via'>

/** The user is the one of the login; without a login it is the dashboard. */
export function actorOf(request: FastifyRequest, config: OpsConfig, via: Actor['via']): Actor {
  return { by: config.user || 'the dashboard', from: request.ip, via }
}

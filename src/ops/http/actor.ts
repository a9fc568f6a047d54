import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../sync/ports/stored.ts'

/** The user of an action, with the address and the surface it came from. */
export type Actor = Pick<AuditEntry, 'by' | 'from' | 'via'>

/** The user is the one who logged in, here or at a trusted proxy; without a login it is the dashboard. */
export function actorOf({ person, ip }: FastifyRequest, via: Actor['via']): Actor {
  return { by: person?.name ?? 'the dashboard', from: ip, via }
}

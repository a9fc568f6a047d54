import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Oddities, noOddities } from './oddities.ts'

/** What those who plan faults may do to a request that the CMS has read. */
export type CmsHooks = {
  readonly oddities: (http: FastifyRequest) => Oddities
  /** False: the request must not be run. Who has hijacked the reply has answered it. */
  readonly ready: (http: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>
  /** True: an error that ends a request on purpose, and is no failure of the CMS. */
  readonly isDropped: (error: unknown) => boolean
}

export const noHooks: CmsHooks = {
  oddities: () => noOddities,
  ready: () => true,
  isDropped: () => false,
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Oddities, noOddities } from './oddities.ts'

/** How planned rules change a request after the CMS has read it. */
export type CmsHooks = {
  readonly oddities: (http: FastifyRequest) => Oddities
  /** If false, the request must not run, because the hook has sent or hijacked the reply. */
  readonly ready: (http: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>
  /** True for an error that drops a request on purpose. It is not a failure of the CMS. */
  readonly isDropped: (error: unknown) => boolean
}

export const noHooks: CmsHooks = {
  oddities: () => noOddities,
  ready: () => true,
  isDropped: () => false,
}

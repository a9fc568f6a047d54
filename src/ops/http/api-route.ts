import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

/** The fields of a URL, a query or a body; all others are refused. */
type Fields = z.ZodObject<z.ZodRawShape, z.core.$strict>

/** The declaration of a route: it is registered and documented from it. */
export type ApiRoute<T = unknown> = {
  method: 'GET' | 'POST'
  url: string
  summary: string
  description?: string
  params?: Fields
  query?: Fields
  body?: Fields
  /** The body of a form of the dashboard. */
  form?: Fields
  bodyLimit?: number
  /** The status of a success, if it is not 200. */
  status?: 202 | 303
  /** The body of a success: its JSON, or its type if it is something else. */
  response?: z.ZodType<T> | 'text/plain' | 'text/event-stream'
  /** The error codes of this route by status, in addition to those that all routes may have. */
  errors?: { readonly [status: number]: readonly ErrorCode[] }
  config?: FastifyContextConfig
}

/** Registers a declared route; its handler returns what the route declares. */
export function addRoute<T>(
  app: FastifyInstance,
  route: ApiRoute<T>,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<NoInfer<T> | FastifyReply>,
): void {
  const { method, url, bodyLimit, config = {} } = route
  app.route({ method, url, config, handler, ...(bodyLimit !== undefined && { bodyLimit }) })
}

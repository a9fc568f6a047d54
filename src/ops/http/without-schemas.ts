import type { FastifyServerOptions } from 'fastify'

/**
 * Fastify's option for an app whose routes have no schemas of Fastify: it then does not load the compilers for them,
 * which take 3 MB of memory. Routes declare zod schemas: see `ApiRoute`.
 */
export const withoutSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}

function refuse(): never {
  throw new Error('This server has no compiler for schemas of Fastify. Declare the route with addRoute.')
}

import type { FastifyInstance } from 'fastify'
import type { OpsConfig } from '../deps.ts'
import { addRoute } from '../http/api-route.ts'
import { referenceApi } from './api-groups.ts'
import { openApiDocument } from './document.ts'

/**
 * `/api/openapi.json`: the OpenAPI document of this server at its public URL; `bases` are the paths below which it has
 * routes.
 */
export function routeReference(
  app: FastifyInstance,
  { config: { publicUrl }, bases }: { config: OpsConfig; bases: readonly string[] },
): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  addRoute(app, referenceApi.readReference, async ({ publicPath }) => {
    document ??= openApiDocument([])
    const root = publicUrl ?? publicPath
    return { ...document, servers: bases.map((base) => ({ url: root + base || '/' })) }
  })
}

import type { FastifyInstance } from 'fastify'
import type { OpsConfig } from '../deps.ts'
import { addRoute } from '../http/api-route.ts'
import { referenceApi } from './api-groups.ts'
import { openApiDocument } from './document.ts'

/** `/api/openapi.json`: the OpenAPI document of this server; `bases` are the paths below which it has routes. */
export function routeReference(
  app: FastifyInstance,
  { config: { publicUrl = '' }, bases }: { config: OpsConfig; bases: readonly string[] },
): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  addRoute(app, referenceApi.readReference, async () => {
    document ??= openApiDocument(bases.map((base) => ({ url: publicUrl + base || '/' })))
    return document
  })
}

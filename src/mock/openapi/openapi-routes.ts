import type { FastifyPluginAsync } from 'fastify'
import type { CompiledRoute } from '../cms/rest/route.ts'
import { cmsRoot, controlRoot, originOf, partnerRoot } from '../sides.ts'
import { cmsDocument } from './cms-document.ts'
import { docsPage } from './docs-page.ts'
import type { JsonSchema } from './json-schema.ts'
import { partnerDocument } from './partner-document.ts'

type Deps = { readonly routes: readonly CompiledRoute[]; readonly languages: () => readonly string[] }

/** The descriptions of both interfaces, as OpenAPI documents and as an HTML page. */
export function openApiRoutes({ routes, languages }: Deps): FastifyPluginAsync {
  const cms = (origin: string): JsonSchema => cmsDocument(routes, origin + cmsRoot)
  const partner = (origin: string): JsonSchema => partnerDocument(origin + partnerRoot, languages())
  return async (app) => {
    // Allows OpenAPI viewers on other sites to read the documents.
    app.addHook('onSend', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
    app.get('/openapi/cms.json', (request) => cms(originOf(request)))
    app.get('/openapi/partner.json', (request) => partner(originOf(request)))
    app.get('/docs', (request, reply) => {
      const origin = originOf(request)
      const page = docsPage([
        entry('Content management', 'cms', cms(origin)),
        entry('Product data', 'partner', partner(origin)),
      ])
      return reply.type('text/html; charset=utf-8').send(page)
    })
  }
}

function entry(title: string, name: string, { paths }: JsonSchema) {
  const operations = Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  return { title, href: `${controlRoot}/openapi/${name}.json`, operations }
}

import type { z } from 'zod'
import { shownSchemas } from '../../core/views/shown-schemas.ts'
import { toInputSchema, toJsonSchemas, type JsonSchema } from '../../lib/json-schemas.ts'
import { readVersion } from '../../lib/version.ts'
import type { ApiRoute } from '../http/api-route.ts'
import { errorCodes, type ErrorCode } from '../http/error-codes.ts'
import { ErrorBody } from '../http/http-error.ts'
import { RunReport, ToldVerdict } from '../live/run-report.ts'
import { MirrorRow } from '../pages/mirrors/mirror-row.ts'
import { apiGroups } from './api-groups.ts'
import { refusalsOf } from './refusals.ts'

const description = `The dashboard, the API and the metrics of product-mirror. Requests and responses are JSON; later versions may add fields to responses.

Without a login (\`OPS_USER\`, \`OPS_PASSWORD\`), the server listens on loopback and accepts only local host names. \`OPS_READER_USER\` may read, but not act.

A request that may change anything is refused if a page of another site sent it: \`Sec-Fetch-Site\` must be \`same-origin\`, or \`Origin\` must be this host or absent and \`Sec-Fetch-Site\` \`none\` or absent. Clients other than browsers send neither header. With a login, the forms of the dashboard also require the token of their page.

A process with several mirrors has these routes below \`/m/<id>\`. At its root, it has only \`/api/mirrors\` and the health checks, metrics and this document.`

const named = {
  Run: RunReport,
  GuardVerdict: ToldVerdict,
  ...shownSchemas,
  Mirror: MirrorRow,
  Error: ErrorBody,
}

export type Server = { url: string; description?: string; variables?: Record<string, { default: string }> }

/** The OpenAPI document of the server; `closed`: its responses allow no other fields. */
export function openApiDocument(servers: readonly Server[], { closed = false } = {}) {
  const routes = Object.entries(apiGroups).flatMap(([group, api]) =>
    Object.entries(api).map(([id, route]) => ({ group, id, route })),
  )
  const others = Object.fromEntries(
    routes.flatMap(({ id, route: { response } }): [string, z.ZodType][] =>
      response === undefined || typeof response === 'string' ? [] : [[id, response]],
    ),
  )
  const schemas = toJsonSchemas({ named, others }, { base: '#/components/schemas/', closed })
  const responses: Record<string, object> = {}
  const refusal = (codes: readonly ErrorCode[]) => {
    const name = codes.join('.')
    responses[name] = {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code]}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  const paths: Record<string, Record<string, object>> = {}
  for (const { group, id, route } of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const refused = [...refusalsOf(route)].map(([status, codes]) => [status, refusal(codes)])
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: id,
        tags: [group],
        summary: route.summary,
        ...(route.description !== undefined && { description: route.description }),
        ...securityOf(route),
        ...inputOf(route),
        responses: { [route.status ?? 200]: successOf(route, schemas[id]), ...Object.fromEntries(refused) },
      },
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'product-mirror',
      version: readVersion(),
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    security: [{ login: [] }, {}],
    tags: Object.keys(apiGroups).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        login: { type: 'http', scheme: 'basic', description: 'OPS_USER and OPS_PASSWORD.' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'OPS_METRICS_TOKEN.' },
      },
      schemas: Object.fromEntries(Object.keys(named).map((name) => [name, schemas[name]])),
      responses,
    },
  }
}

function securityOf({ config }: ApiRoute) {
  if (config?.open === true) return { security: [] }
  return config?.metrics === true ? { security: [{ login: [] }, { metricsToken: [] }, {}] } : {}
}

function inputOf({ params, query, body, form }: ApiRoute) {
  const parameters = [
    ...(params === undefined ? [] : parametersOf('path', params)),
    ...(query === undefined ? [] : parametersOf('query', query)),
  ]
  const sent = body ?? form
  const schema = sent && toInputSchema(sent)
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(schema && {
      requestBody: { required: schema.required !== undefined, content: { [type]: { schema } } },
    }),
  }
}

function parametersOf(place: 'path' | 'query', fields: z.ZodObject): object[] {
  const { properties = {}, required = [] } = toInputSchema(fields)
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: place, required: place === 'path' || required.includes(name), schema }
  })
}

function successOf({ status, response }: ApiRoute, schema: JsonSchema | undefined) {
  if (status === 303) return { description: 'Done. Location is the page that shows the result.' }
  const type = typeof response === 'string' ? response : 'application/json'
  return {
    description: status === 202 ? 'Accepted.' : 'OK',
    content: { [type]: { schema: schema ?? { type: 'string' } } },
  }
}

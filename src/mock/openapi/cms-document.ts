import type { CompiledRoute, Endpoint } from '../cms/rest/route.ts'
import { bodySchema, pathParameters, queryParameters } from './cms-parameters.ts'
import { type Template, operationId, toTemplate } from './cms-paths.ts'
import { errorSchema, refusalResponses, responsesOf } from './cms-responses.ts'
import type { Hoist, JsonSchema } from './json-schema.ts'

/**
 * The CMS as an OpenAPI 3.1 document, derived from the declarations used for routing and validation. `root` is the URL
 * of its REST root.
 */
export function cmsDocument(routes: readonly CompiledRoute[], root: string): JsonSchema {
  const schemas = new Map<string, JsonSchema>([['Error', errorSchema]])
  const hoist: Hoist = (title, schema) => {
    if (!schemas.has(title)) {
      // Registered before its properties are translated, because they may refer to it.
      schemas.set(title, {})
      schemas.set(title, schema())
    }
    return { $ref: `#/components/schemas/${title}` }
  }
  const paths = Object.fromEntries(routes.map((route) => pathItem(route, hoist)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Content management REST interface',
      version: 'v2',
      description:
        'As the bundled server speaks it. What is left out of a body stays as it is. PUT and PATCH mean the same as POST. HEAD goes wherever GET goes, and OPTIONS describes a route.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root }],
    security: [{ basic: [] }, {}],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'User name and application password.' },
      },
      parameters: globalParameters,
      responses: refusalResponses(),
      schemas: Object.fromEntries(schemas),
    },
  }
}

const globalParameters: JsonSchema = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these members, also inner ones (`title.rendered`).',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  Embed: {
    name: '_embed',
    in: 'query',
    description: 'Put what links lead to into `_embedded`: all, or these relations.',
    style: 'form',
    explode: false,
    allowEmptyValue: true,
    schema: { type: 'array', items: { type: 'string' } },
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Put status and headers into the body.',
    allowEmptyValue: true,
    schema: { type: 'string' },
  },
}

function tagOf({ namespace }: CompiledRoute): string {
  return namespace === '' ? 'root' : namespace
}

function pathItem(route: CompiledRoute, hoist: Hoist): [string, JsonSchema] {
  const template = toTemplate(route.pattern)
  const operations = route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => [
      method.toLowerCase(),
      operation(route, endpoint, { method, template, hoist }),
    ]),
  )
  const parameters = pathParameters(template)
  return [
    template.path,
    { ...(parameters.length === 0 ? {} : { parameters }), ...Object.fromEntries(operations) },
  ]
}

type At = { method: string; template: Template; hoist: Hoist }

function operation(route: CompiledRoute, endpoint: Endpoint, { method, template, hoist }: At): JsonSchema {
  const reads = method === 'GET' || method === 'DELETE'
  const shared = ['Fields', ...(method === 'GET' ? ['Embed'] : []), 'Envelope']
  return {
    operationId: operationId(method, template.path),
    tags: [tagOf(route)],
    ...(endpoint.returns === undefined ? {} : { summary: endpoint.returns.description }),
    parameters: [
      ...(reads ? queryParameters(endpoint.args, template) : []),
      ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(reads ? {} : requestBody(endpoint, template)),
    responses: responsesOf(endpoint, method, template, hoist),
    ...(route.batch === true ? { 'x-allow-batch': { v1: true } } : {}),
  }
}

function requestBody(endpoint: Endpoint, template: Template): JsonSchema {
  const schema = bodySchema(endpoint.args, template)
  const { properties = {}, required } = schema as { properties?: JsonSchema; required?: string[] }
  if (endpoint.uploads === true) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const form = { ...schema, properties: { ...properties, file }, required: [...(required ?? []), 'file'] }
    return {
      requestBody: {
        required: true,
        description:
          'A form with the file; or the file itself, named by `Content-Disposition: attachment; filename="…"`, with its fields in the query.',
        content: { 'multipart/form-data': { schema: form }, '*/*': {} },
      },
    }
  }
  if (Object.keys(properties).length === 0) return {}
  return {
    requestBody: {
      ...(required === undefined ? {} : { required: true }),
      content: { 'application/json': { schema } },
    },
  }
}

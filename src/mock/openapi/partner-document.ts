import { z } from 'zod'
import { PartnerError, WireLanguages, WireProduct } from '../../contracts/partner.ts'
import type { JsonSchema } from './json-schema.ts'
import { fieldWords } from './partner-fields.ts'

/** The partner interface as an OpenAPI 3.1 document. `root` is the URL of its entry point, without a trailing slash. */
export function partnerDocument(root: string, languages: readonly string[]): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Product data interface',
      version: 'v1',
      description:
        'As the bundled server speaks it. Read-only. Paths end with a slash; without it there is a redirect. Numbers may come as numbers, as numeric texts, as "" or null, or not at all.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root }],
    security: [{ token: [] }],
    paths: {
      '/': get('entry', 'Where the resources are.', { $ref: '#/components/schemas/Entry' }),
      '/language/': get('languages', 'The languages of the records.', {
        $ref: '#/components/schemas/Languages',
      }),
      '/product/{gtin}/': productPath(languages),
      '/docs/': {
        get: {
          operationId: 'docs',
          summary: 'A description for people, in German, with the caller’s own token.',
          responses: { 200: { description: 'A page.', content: { 'text/html': {} } }, ...refusals },
        },
      },
    },
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `Token`, a space, the token.',
        },
      },
      parameters: { Format: formatParameter },
      responses: refusalResponses,
      schemas: {
        Entry: entrySchema,
        Languages: schemaOf(WireLanguages),
        Product: withWords(schemaOf(WireProduct)),
        Error: schemaOf(PartnerError),
      },
    },
  }
}

function schemaOf(type: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return schema
}

function withWords(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema as { properties?: Record<string, JsonSchema> }
  const described = Object.entries(properties).map(([name, property]) => {
    const description = fieldWords[name]
    return [name, description === undefined ? property : { ...property, description }]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

const entrySchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    ['product', 'language', 'docs'].map((name) => [name, { type: 'string', format: 'uri' }]),
  ),
}

const formatParameter: JsonSchema = {
  name: 'format',
  in: 'query',
  description: 'Stands above the Accept header: `api` is the page for browsers.',
  schema: { type: 'string', enum: ['json', 'api'] },
}

const validators: JsonSchema = {
  ETag: { description: 'For If-None-Match.', schema: { type: 'string' } },
  'Last-Modified': { description: 'For If-Modified-Since.', schema: { type: 'string' } },
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
const wait = { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } }

const refusalResponses: JsonSchema = {
  Unchanged: { description: 'The caller holds the newest version.' },
  Unauthorized: { description: 'The token is missing or wrong.', content: errorContent },
  Missing: { description: 'There is no such product.', content: errorContent },
  NotAcceptable: { description: 'Accept allows neither JSON nor HTML.', content: errorContent },
  Throttled: { description: 'Too many requests.', headers: wait, content: errorContent },
}

const refusals: JsonSchema = {
  304: { $ref: '#/components/responses/Unchanged' },
  401: { $ref: '#/components/responses/Unauthorized' },
  406: { $ref: '#/components/responses/NotAcceptable' },
  429: { $ref: '#/components/responses/Throttled' },
}

function get(operationId: string, summary: string, schema: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return {
    get: {
      operationId,
      summary,
      parameters: [{ $ref: '#/components/parameters/Format' }],
      responses: {
        200: {
          description: summary,
          headers: validators,
          content: { 'application/json': { schema }, 'text/html': {} },
        },
        ...refusals,
        ...more,
      },
    },
  }
}

function productPath(languages: readonly string[]): JsonSchema {
  const missing = { 404: { $ref: '#/components/responses/Missing' } }
  const product = { $ref: '#/components/schemas/Product' }
  return {
    parameters: [
      { name: 'gtin', in: 'path', required: true, schema: { type: 'string', pattern: '^\\d{13}$' } },
      {
        name: 'language',
        in: 'query',
        description: `A code from the language list; without it, and for an unknown one, ${languages[0] ?? 'the first'} is given.`,
        schema: { type: 'string', examples: languages },
      },
    ],
    ...get('product', 'One product in one language.', product, missing),
  }
}

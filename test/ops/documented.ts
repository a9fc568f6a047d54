import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openApiDocument } from '../../src/ops/reference/document.ts'
import { createSchemaCheck } from '../helpers/json-schema.ts'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Schema }))
const Answer = z.object({ description: z.string(), content: Content.optional() })
const Operation = z.object({
  operationId: z.string(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), Answer])),
})
export const OpenApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema), responses: z.record(z.string(), Answer) }),
})

const { paths, components } = OpenApi.parse(openApiDocument([], { closed: true }))
const faultsIn = createSchemaCheck(components.schemas, '#/components/schemas/')
const ErrorCode = z.object({ error: z.object({ code: z.string() }) })

/** The path of the document for a route; undefined for pages. */
export function documentedPath(url: string): string | undefined {
  const path = url.replace(/^\/m\/[^/]+(?=\/)/, '').replaceAll(/:(\w+)/g, '{$1}')
  return path in paths ? path : undefined
}

/** Replaces each response that differs from the reference by a description of the difference. */
export function checkResponses(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers, routeOptions }, reply, payload) => {
    const operation = paths[documentedPath(routeOptions.url ?? '') ?? '']?.[method.toLowerCase()]
    const type = String(reply.getHeader('content-type') ?? '').replace(/;.*/, '')
    // Browsers get HTML or plain text outside of the API.
    const isPage = type !== 'application/json' && headers.accept?.includes('text/html') === true
    if (operation === undefined || isPage) return payload
    const faults = faultsOf(operation, { status: reply.statusCode, type, payload })
    if (faults.length === 0) return payload
    reply.code(500).type('text/plain')
    return [`${method} ${routeOptions.url}: ${reply.statusCode} differs from the reference`, ...faults].join(
      '\n',
    )
  })
}

function faultsOf(
  { responses }: z.infer<typeof Operation>,
  { status, type, payload }: { status: number; type: string; payload: unknown },
): string[] {
  const declared = responses[status]
  if (declared === undefined) return ['This status is not documented.']
  const name = '$ref' in declared ? (declared.$ref.split('/').at(-1) ?? '') : undefined
  const { content } = name === undefined ? Answer.parse(declared) : (components.responses[name] ?? {})
  if (content === undefined) return []
  const schema = content[type]?.schema
  if (schema === undefined) return [`The type ${type} is not documented.`]
  if (type !== 'application/json') return []
  const value: unknown = JSON.parse(String(payload))
  const code = name === undefined ? undefined : ErrorCode.parse(value).error.code
  if (code !== undefined && !name?.split('.').includes(code)) return [`The code ${code} is not documented.`]
  return faultsIn(schema, value)
}

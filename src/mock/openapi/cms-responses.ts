import { type Endpoint, anyone } from '../cms/rest/route.ts'
import type { Template } from './cms-paths.ts'
import { type Hoist, type JsonSchema, toJsonSchema } from './json-schema.ts'

const whole = { schema: { type: 'integer' } }

/** The errors that routes share. Their codes are in the body. */
export const refusals = {
  Invalid: 'A parameter is missing or wrong: `data.params` tells which and why.',
  Anonymous: 'Only for those who are logged in. Wrong credentials read as none.',
  Forbidden: 'This user is not allowed to do that.',
  Missing: 'There is no such item, or no such route.',
  Gone: 'It is in the trash already.',
  NotImplemented: 'This kind of item has no trash: use `force`.',
} as const

const refer = (name: keyof typeof refusals): JsonSchema => ({ $ref: `#/components/responses/${name}` })

/** The responses of an endpoint, by status. */
export function responsesOf(
  endpoint: Endpoint,
  method: string,
  template: Template,
  hoist: Hoist,
): JsonSchema {
  const { args, may, returns } = endpoint
  const open = may === anyone
  return {
    [returns?.status ?? 200]: success(endpoint, hoist),
    ...(Object.keys(args).length === 0 ? {} : { 400: refer('Invalid') }),
    ...(open ? {} : { 401: refer('Anonymous'), 403: refer('Forbidden') }),
    ...(template.params.size === 0 ? {} : { 404: refer('Missing') }),
    ...(method === 'DELETE' && Object.hasOwn(args, 'force')
      ? { 410: refer('Gone'), 501: refer('NotImplemented') }
      : {}),
    default: { $ref: '#/components/responses/Failure' },
  }
}

function success({ returns }: Endpoint, hoist: Hoist): JsonSchema {
  if (returns === undefined) return { description: 'Done.', content: { 'application/json': {} } }
  const { description, schema, paged, status, type = 'application/json' } = returns
  const content = { [type]: type === 'application/json' ? { schema: toJsonSchema(schema, hoist) } : {} }
  if (paged === true)
    return {
      description,
      headers: {
        'X-WP-Total': { description: 'How many items fit.', ...whole },
        'X-WP-TotalPages': { description: 'How many pages that makes.', ...whole },
        Link: { description: 'The pages before (`prev`) and after (`next`).', schema: { type: 'string' } },
      },
      content,
    }
  if (status !== 201) return { description, content }
  const location = { description: 'Address of the new item.', schema: { type: 'string', format: 'uri' } }
  return { description, headers: { Location: location }, content }
}

/** The format of all errors. */
export const errorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', examples: ['rest_invalid_param'] },
    message: { type: 'string' },
    data: {
      type: ['object', 'null'],
      properties: {
        status: { type: 'integer' },
        params: {
          description: 'What is wrong, by parameter; of missing ones only a list of names.',
          type: ['object', 'array'],
        },
        details: { description: 'Code and message of each fault, by parameter.', type: ['object', 'array'] },
      },
    },
    additional_errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
  },
}

export function refusalResponses(): JsonSchema {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const all = { ...refusals, Failure: 'Refused or failed.' }
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [name, { description, content }]),
  )
}

import type { Args, Schema } from '../cms/rest/schema/schema.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'
import type { Template } from './cms-paths.ts'
import { words } from './cms-words.ts'

const whole = /^\[\\d\]\+$/

/** The parameters in the path. */
export function pathParameters({ params }: Template): JsonSchema[] {
  return [...params].map(([name, rule]) => ({
    name,
    in: 'path',
    required: true,
    ...(rule.includes('/') ? { description: 'Holds a slash, to be sent as %2F or as it is.' } : {}),
    schema: whole.test(rule) ? { type: 'integer', minimum: 0 } : { type: 'string', pattern: `^${rule}$` },
  }))
}

/** Arguments as query parameters, except those in the path. */
export function queryParameters(args: Args, { params }: Template): JsonSchema[] {
  return Object.entries(args).flatMap(([name, arg]) => {
    if (params.has(name)) return []
    const description = words[name]
    return [
      {
        name,
        in: 'query',
        ...(description === undefined ? {} : { description }),
        ...(arg.required === true ? { required: true } : {}),
        ...styleOf(arg),
        schema: toJsonSchema(arg),
      },
    ]
  })
}

/** Lists are written as `a,b`, objects as `name[key]=…`. */
function styleOf({ type }: Schema): JsonSchema {
  const types: readonly string[] = type === undefined ? [] : typeof type === 'string' ? [type] : type
  if (types.includes('object')) return { style: 'deepObject', explode: true }
  return types.includes('array') ? { style: 'form', explode: false } : {}
}

/** The schema of a JSON body: all arguments except those in the path. */
export function bodySchema(args: Args, { params }: Template): JsonSchema {
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => !params.has(name)))
  return toJsonSchema({ type: 'object', properties: own })
}

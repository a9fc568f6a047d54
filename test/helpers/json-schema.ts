import { z } from 'zod'
import type { JsonSchema } from '../../src/lib/json-schemas.ts'

type Schemas = Readonly<Record<string, JsonSchema | undefined>>

/** Lists why a value does not match a schema, which may refer to others by `base` and their name. */
export function createSchemaCheck(defs: Schemas, base: string) {
  const local = (value: unknown): string => JSON.stringify(value).replaceAll(`"${base}`, '"#/$defs/')
  const $defs: unknown = JSON.parse(local(defs))
  const known = new Map<JsonSchema, z.ZodType>()
  return (schema: JsonSchema, value: unknown): string[] => {
    const parser = known.get(schema) ?? z.fromJSONSchema({ $defs, ...JSON.parse(local(schema)) })
    known.set(schema, parser)
    const { error } = parser.safeParse(value)
    return error === undefined ? [] : z.prettifyError(error).split('\n')
  }
}

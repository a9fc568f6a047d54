import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

type Schemas = Readonly<Record<string, z.ZodType>>

/**
 * The JSON Schemas of values that the program writes. The `named` ones refer to each other, and the others to them, by
 * `base` and their name. Programs that read the values must accept later fields, so the schemas allow unknown ones,
 * unless they are `closed`.
 */
export function toJsonSchemas(
  { named, others = {} }: { named: Schemas; others?: Schemas },
  { base, closed = false }: { base: string; closed?: boolean },
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  // Nothing refers to a copy.
  for (const [id, schema] of Object.entries(others)) registry.add(schema.clone(), { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => base + id,
    override: ({ jsonSchema }) => {
      tidy(jsonSchema)
      // A value that is written has its defaults.
      delete jsonSchema.default
      if (!closed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  )
}

/** The JSON Schema of a value that the program reads. */
export function toInputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  })
  return converted
}

/** Removes what follows from the type or the format. */
function tidy(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time') delete schema.pattern
}

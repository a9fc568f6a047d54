import { z } from 'zod'

const typeNames = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const
const formats = ['date-time', 'email', 'ip', 'uri', 'uuid', 'text-field', 'textarea-field'] as const

type TypeName = (typeof typeNames)[number]

/** The rules of a value, apart from its type, in the part of JSON Schema that WordPress supports. */
export type ValueRules = {
  readonly description?: string
  readonly enum?: readonly (string | number | boolean)[]
  readonly format?: (typeof formats)[number]
  readonly required?: boolean | readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly additionalProperties?: boolean | ValueSchema
}

/** A value inside a list or an object. */
export type ValueSchema = ValueRules & { readonly type: TypeName | readonly TypeName[] }

const TypeName = z.enum(typeNames)
const count = z.int().min(0)
const rules = {
  description: z.string().exactOptional(),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .exactOptional(),
  format: z.enum(formats).exactOptional(),
  required: z.union([z.boolean(), z.array(z.string())]).exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  minItems: count.exactOptional(),
  maxItems: count.exactOptional(),
  uniqueItems: z.boolean().exactOptional(),
  minLength: count.exactOptional(),
  maxLength: count.exactOptional(),
  pattern: z.string().refine(isPattern, 'is not a regular expression').exactOptional(),
}

const inner = z.lazy(() => ValueSchema)
const nested = {
  items: inner.exactOptional(),
  properties: z.record(z.string(), inner).exactOptional(),
  additionalProperties: z.union([z.boolean(), inner]).exactOptional(),
}

export const ValueSchema: z.ZodType<ValueSchema> = z.strictObject({
  type: z.union([TypeName, z.array(TypeName).min(1)]),
  ...rules,
  ...nested,
})
export const ValueRules: z.ZodType<ValueRules> = z.strictObject({ ...rules, ...nested })

/** The keys of a schema, for the correction of misspelt ones. */
export const schemaKeys: readonly string[] = ['type', ...Object.keys(rules), ...Object.keys(nested)]

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

import { z } from 'zod'
import { ValueRules } from './value-schema.ts'

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const

/**
 * A registered meta key. As in `register_post_meta`, `schema` contains the rules beyond the type. A key that is not
 * `single` has a list of such values.
 */
export const MetaKey = z
  .strictObject({
    type: z.enum(types),
    description: z.string().default(''),
    single: z.boolean().default(true),
    default: z.unknown().exactOptional(),
    schema: ValueRules.default({}),
    /** Revisions contain the value. */
    revisions_enabled: z.boolean().default(false),
  })
  .superRefine(({ type, single, schema, default: usual }, context) => {
    if (type === 'array' && schema.items === undefined)
      context.addIssue({ code: 'custom', path: ['schema', 'items'], message: 'is required for an array' })
    const values = single || !Array.isArray(usual) ? [usual] : usual
    if (usual !== undefined && !values.every((value) => isOfType(value, type)))
      context.addIssue({ code: 'custom', path: ['default'], message: `is not of type ${type}` })
  })
export type MetaKey = z.infer<typeof MetaKey>

export const metaKeys: readonly string[] = Object.keys(MetaKey.shape)

function isOfType(value: unknown, type: (typeof types)[number]): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

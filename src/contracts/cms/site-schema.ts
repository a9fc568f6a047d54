import { z } from 'zod'

const Types = z
  .union([z.string().transform((type) => [type]), z.array(z.string())])
  .optional()
  .catch(undefined)
const Entry = z.object({ type: Types, enum: z.array(z.unknown()).optional().catch(undefined) })
const Value = Entry.extend({ items: Entry.optional().catch(undefined) })

/** PHP encodes an empty map as a list. */
const mapOf = <T extends z.ZodType>(value: T) => z.record(z.string(), value).optional().catch(undefined)

const Property = Value.extend({ properties: mapOf(Value) })
export type WireProperty = z.infer<typeof Property>
export type WireValue = z.infer<typeof Value>

const Endpoint = z.object({
  methods: z.array(z.string()),
  args: mapOf(z.unknown()),
  allow_batch: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

/**
 * The response to OPTIONS for a collection: its endpoints and the JSON Schema of its items. For an unknown route, it is
 * an empty list.
 */
export const WireRoute = z.union([
  z.array(z.unknown()).max(0),
  z.object({
    endpoints: z.array(Endpoint).optional().catch(undefined),
    schema: z
      .object({ properties: mapOf(Property) })
      .optional()
      .catch(undefined),
  }),
])
export type WireRoute = z.infer<typeof WireRoute>

/** Descriptions of post types or taxonomies by slug. */
export const WireDescriptions = z.record(z.string(), z.object({ rest_base: z.string() }))
export type WireDescriptions = z.infer<typeof WireDescriptions>

import { z } from 'zod'

/** Fields that a complete product has. */
const CoreField = z.enum([
  'intro',
  'application',
  'advantages',
  'item_number',
  'image',
  'datasheet',
  'erp_description',
])
export const coreFields = CoreField.options

/** Why a version of a product is suspicious: fields that it has lost. */
export const Blanks = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('name') }),
  z.strictObject({ code: z.literal('fields'), fields: z.array(CoreField) }),
  /** The partner sent a price that cannot be read. */
  z.strictObject({ code: z.literal('price'), detail: z.string() }),
  /** Stored by an earlier version. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
export type Blanks = z.infer<typeof Blanks>

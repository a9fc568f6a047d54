import { z } from 'zod'
import { BrokenRule } from './broken-rule.ts'

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
export type CoreField = z.infer<typeof CoreField>
export const coreFields = CoreField.options

/** Why a version of a product is suspicious: fields that it has lost, or values that break a rule. */
export const Blanks = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('name') }),
  z.strictObject({ code: z.literal('fields'), fields: z.array(CoreField) }),
  /** The partner sent a price that cannot be read. */
  z.strictObject({ code: z.literal('price'), detail: z.string() }),
  z.strictObject({ code: z.literal('values'), broken: z.array(BrokenRule) }),
  /** Stored by an earlier version. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
export type Blanks = z.infer<typeof Blanks>

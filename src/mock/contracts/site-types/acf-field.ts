import { z } from 'zod'

const common = { label: z.string().default(''), required: z.boolean().default(false) }
const whole = z.int().min(1)

/** Choices by value. A list has equal values and labels. */
const Choices = z.union([
  z
    .array(z.string())
    .min(1, 'is empty')
    .transform((names) => Object.fromEntries(names.map((name) => [name, name]))),
  z.record(z.string(), z.string()),
])

const Text = z.strictObject({
  type: z.literal('text'),
  ...common,
  default_value: z.string().default(''),
  maxlength: whole.exactOptional(),
})
const NumberField = z.strictObject({
  type: z.literal('number'),
  ...common,
  default_value: z.number().exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
})
const TrueFalse = z.strictObject({
  type: z.literal('true_false'),
  ...common,
  default_value: z.boolean().default(false),
})
const Attachment = z.strictObject({ type: z.enum(['image', 'file']), ...common })
const Select = z.strictObject({
  type: z.literal('select'),
  ...common,
  choices: Choices,
  multiple: z.boolean().default(false),
  allow_null: z.boolean().default(false),
  default_value: z.string().default(''),
})

/** A field of a field group of Advanced Custom Fields, with the names of its settings there. */
export const AcfField = z.discriminatedUnion('type', [Text, NumberField, TrueFalse, Attachment, Select])
export type AcfField = z.infer<typeof AcfField>

export const acfKeys: readonly string[] = [
  ...new Set([Text, NumberField, TrueFalse, Attachment, Select].flatMap(({ shape }) => Object.keys(shape))),
]

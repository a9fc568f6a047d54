import { z } from 'zod'

/** An example record of a pattern, with the values of the field before and after, shortened to a line. */
export const PatternExample = z.object({
  gtin: z.string(),
  language: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})
export type PatternExample = z.infer<typeof PatternExample>

/**
 * Changes of one kind. An update counts under each of its fields. A number's `median` is its relative change (-0.72 is
 * −72%); above 10,000 changes it is the median of a sample, and `about` marks an estimated count of outliers.
 */
export const PlanPattern = z.object({
  kind: z.enum(['create', 'update', 'restore', 'retire']),
  count: z.int(),
  /** Only for updates: a field of the product, or the reason for a write that changes no field. */
  field: z.string().optional(),
  how: z.enum(['number', 'changed', 'filled', 'emptied', 'replaced', 'cause']).optional(),
  /** Records without another reason to be updated. */
  only: z.int().optional(),
  /** Only for retirements. */
  reason: z.string().optional(),
  languages: z.record(z.string(), z.int()),
  /** The common properties of all records; `name` is the common prefix of their names. */
  shared: z.object({
    language: z.string().optional(),
    brand: z.string().optional(),
    name: z.string().optional(),
  }),
  /** The values before and after, if they are equal for all records. */
  values: z.object({ before: z.string(), after: z.string() }).optional(),
  median: z.number().optional(),
  up: z.int().optional(),
  down: z.int().optional(),
  outliers: z
    .object({ count: z.int(), about: z.boolean().optional(), examples: z.array(PatternExample) })
    .optional(),
  example: PatternExample,
})
export type PlanPattern = z.infer<typeof PlanPattern>

/** A plan as a few patterns, the most frequent first; `more` patterns are omitted. */
export const PlanSummary = z.object({ records: z.int(), patterns: z.array(PlanPattern), more: z.int() })
export type PlanSummary = z.infer<typeof PlanSummary>

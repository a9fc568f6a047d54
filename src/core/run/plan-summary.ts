import { z } from 'zod'

/** An example record of a pattern, with the values of the field before and after, shortened to a line. */
export const PatternExample = z.object({
  gtin: z.string(),
  language: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})
export type PatternExample = z.infer<typeof PatternExample>

/** Changes of one kind. An update counts under each of its fields. */
export const PlanPattern = z.object({
  kind: z.enum(['create', 'update', 'restore', 'retire']),
  count: z.int(),
  field: z
    .string()
    .optional()
    .describe('Only for updates: a field of the product, or the reason for a write that changes no field.'),
  how: z.enum(['number', 'changed', 'filled', 'emptied', 'replaced', 'cause']).optional(),
  only: z.int().optional().describe('Records without another reason to be updated.'),
  reason: z.string().optional().describe('Only for retirements.'),
  languages: z.record(z.string(), z.int()),
  shared: z
    .object({
      language: z.string().optional(),
      brand: z.string().optional(),
      name: z.string().optional().describe('The common prefix of their names.'),
    })
    .describe('The common properties of all records.'),
  values: z
    .object({ before: z.string(), after: z.string() })
    .optional()
    .describe('The values before and after, if they are equal for all records.'),
  median: z
    .number()
    .optional()
    .describe(
      'The median relative change of a number: -0.72 is −72%. Above 10,000 changes that of a sample.',
    ),
  up: z.int().optional(),
  down: z.int().optional(),
  outliers: z
    .object({
      count: z.int(),
      about: z.boolean().optional().describe('The count is an estimate.'),
      examples: z.array(PatternExample),
    })
    .optional(),
  example: PatternExample,
})
export type PlanPattern = z.infer<typeof PlanPattern>

/** A plan as a few patterns. */
export const PlanSummary = z.object({
  records: z.int(),
  patterns: z.array(PlanPattern).describe('The most frequent first.'),
  more: z.int().describe('The number of omitted patterns.'),
})
export type PlanSummary = z.infer<typeof PlanSummary>

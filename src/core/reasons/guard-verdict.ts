import { z } from 'zod'

/** The guards that hold a plan. */
export const Guard = z.enum([
  'retire',
  'update',
  'template',
  'language',
  'recreate',
  'lost',
  'values',
  'create',
  'restore',
  'first',
  'links',
])
export type Guard = z.infer<typeof Guard>

/** An example record of a verdict, with the value of its field before and after, shortened to a line. */
export const GuardExample = z.object({
  gtin: z.string(),
  language: z.string(),
  before: z.string(),
  after: z.string(),
})
export type GuardExample = z.infer<typeof GuardExample>

const numbers = {
  count: z.int().describe('Records that count towards the limit.'),
  of: z.int(),
  limit: z.int().describe('The most records that no guard holds.'),
  share: z.number(),
}

/** A guard's verdict with its numbers. */
export const GuardVerdict = z.union([
  z.object({
    guard: z.enum(['retire', 'update', 'create', 'restore']),
    ...numbers,
    own: z.int().describe('Records of this plan.'),
    apart: z
      .int()
      .describe(
        'Other records to which runs of some products or languages did the same since the last full run.',
      ),
    maxShare: z.number(),
  }),
  /** The repairs of a verify. */
  z.object({
    guard: z.literal('update'),
    ...numbers,
    create: z.int(),
    rewrite: z.int(),
    maxShare: z.number(),
  }),
  z.object({
    guard: z.literal('template'),
    ...numbers,
    only: z.int().describe('Pages without another reason to be written.'),
    rewrite: z.boolean().describe('The run writes every page again; no template changed.'),
  }),
  z.object({ guard: z.literal('recreate'), ...numbers, maxShare: z.number() }),
  z.object({
    guard: z.literal('links'),
    ...numbers,
    maxShare: z.number(),
    added: z.array(z.string()).default([]).describe('Languages that the mirror gains.'),
    removed: z.array(z.string()).default([]).describe('Languages that the mirror loses.'),
  }),
  /** The schedule would fill a mirror that no full run has filled yet. */
  z.object({ guard: z.literal('first'), ...numbers }),
  z.object({ guard: z.enum(['language', 'lost']), ...numbers, languages: z.array(z.string()) }),
  z.object({
    guard: z.literal('values'),
    ...numbers,
    rule: z
      .enum(['outliers', 'emptied', 'changed'])
      .describe(
        '`outliers`: records whose new value breaks a rule for numbers, which are held one by one; `emptied`: the field became empty; `changed`: it changed.',
      ),
    field: z.string().describe('A field of the partner, or `catalog.<column>`.'),
    maxShare: z.number(),
    apart: z
      .int()
      .exactOptional()
      .describe('Those of other records, by runs of some products or languages since the last full run.'),
    examples: z.array(GuardExample),
  }),
  /** Stored by an earlier version, as a text. */
  z.object({ guard: Guard, ...numbers, text: z.string() }),
])
export type GuardVerdict = z.infer<typeof GuardVerdict>

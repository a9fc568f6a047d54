import { z } from 'zod'

/** A value of a product's new version that breaks a rule of its field. */
export const BrokenRule = z.strictObject({
  field: z.string().describe('A field of the partner, or `catalog.<column>`.'),
  rule: z
    .enum(['drop', 'rise', 'below', 'above', 'emptied'])
    .describe('`below` and `above` a bound; `emptied`: the field must not become empty.'),
  before: z.string().describe('The value on the page; empty without one.'),
  after: z.string(),
  limit: z.number().exactOptional().describe('Percent for `drop` and `rise`, otherwise the bound.'),
})
export type BrokenRule = z.infer<typeof BrokenRule>

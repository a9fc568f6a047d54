import { z } from 'zod'

/** The number of records with one kind of change, and the ids of the first few. */
export const Tally = z.object({ count: z.int(), shown: z.array(z.string()) })
export type Tally = z.infer<typeof Tally>

/** Why the approval of a plan was refused. `planned`: the records of the plan. */
export const Refusal = z.discriminatedUnion('code', [
  /** Records changed since the plan was made. `catalog`: retirements whose record is listed again. */
  z.object({ code: z.literal('changed'), planned: z.int(), partner: Tally, catalog: Tally, cms: Tally }),
  /** The partner returned no usable response for most records; `detail`: the first reason. */
  z.object({
    code: z.literal('unchecked'),
    planned: z.int(),
    count: z.int(),
    detail: z.string().optional(),
  }),
  z.object({ code: z.literal('check-failed'), detail: z.string() }),
  /** The stored plan, the template or the labels differ from those that were held. */
  z.object({ code: z.literal('other-plan') }),
  /** No change of the approved part can be written without the rest. */
  z.object({ code: z.literal('empty-part') }),
  /** Stored by an earlier version, as a text that ends with the command. */
  z.object({ code: z.literal('text'), text: z.string(), next: z.enum(['plan', 'approve']) }),
])
export type Refusal = z.infer<typeof Refusal>

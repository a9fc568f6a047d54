import { z } from 'zod'

/** The query of `GET /api/runs`. */
export const ListInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) })

/** Which outcomes to list; `changed` are the records whose page was written. */
export const OutcomeFilter = z.enum(['failed', 'changed', 'all'])
export type OutcomeFilter = z.infer<typeof OutcomeFilter>

/** The query of `GET /api/runs/:id`. */
export const ReadInput = z.strictObject({
  outcomes: OutcomeFilter.default('failed'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'

/** The query of `GET /api/runs`. */
export const ListRunsInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) })

/** Which outcomes to list; `changed` are the records whose page was written. */
export const OutcomeFilter = z.enum(['failed', 'changed', 'all'])
export type OutcomeFilter = z.infer<typeof OutcomeFilter>

const limit = z.coerce.number().int().min(1).max(1_000).default(100)

/** The query of `GET /api/runs/:id`. */
export const ReadRunInput = z.strictObject({ outcomes: OutcomeFilter.default('failed'), limit })

/** The query of `GET /api/decisions` and `GET /api/failing`. */
export const ListRecordsInput = z.strictObject({ limit })

/** The part `/:gtin/:language` of an address. */
export const RecordParams = z.strictObject({ gtin: Gtin, language: Language })

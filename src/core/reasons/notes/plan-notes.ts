import { z } from 'zod'
import { SelectedPart } from '../selected-part.ts'

const count = z.int()
const runId = z.string()
/** Planned records by kind of change. */
const planned = z.object({ create: count, update: count, restore: count, retire: count })
/** The approved part of a plan: `updates` or a selected part. */
const part = z.union([z.string(), SelectedPart])

/** Notes about plans and the findings of a verify. */
export const planNotes = [
  z.strictObject({ code: z.literal('superseded'), runId, held: z.boolean(), planned }),
  /** Pages that changed since the approved plan was made, and the ids of the first records. */
  z.strictObject({ code: z.literal('changed-pages'), count, shown: z.array(z.string()) }),
  /** This run holds the part of that run’s plan that was not approved. */
  z.strictObject({ code: z.literal('rest-of-plan'), runId, part }),
  z.strictObject({ code: z.literal('partly-approved'), runId, part, planned }),
  z.strictObject({ code: z.literal('stale-blocks'), count }),
  z.strictObject({ code: z.literal('changed-files'), count }),
  z.strictObject({ code: z.literal('moved-files'), count }),
  z.strictObject({ code: z.literal('known-conflicts'), count }),
  z.strictObject({ code: z.literal('known-holds'), count }),
] as const

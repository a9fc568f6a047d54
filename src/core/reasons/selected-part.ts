import { z } from 'zod'

const number = z.int().min(1)

/**
 * A part of a plan that is not a kind of change: a number of records, one language, or one of the listed patterns,
 * counted from 1.
 */
export const SelectedPart = z.union([
  z.strictObject({ sample: number }),
  z.strictObject({ language: z.string() }),
  z.strictObject({ pattern: number }),
])
export type SelectedPart = z.infer<typeof SelectedPart>

import { z } from 'zod'

/** A file whose smaller sizes are still to be created; `tries`: the runs in which the CMS failed to create them. */
export const WantedSizes = z.strictObject({ tries: z.int(), reason: z.string().exactOptional() })
export type WantedSizes = z.infer<typeof WantedSizes>

const mostTries = 3

/** The state after one more failure; undefined if the file keeps only its full size. */
export function afterFailure({ tries }: WantedSizes, reason: string): WantedSizes | undefined {
  return tries + 1 < mostTries ? { tries: tries + 1, reason } : undefined
}

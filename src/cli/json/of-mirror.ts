import { z } from 'zod'

/** Fields that every printed object may have. */
export const ofMirror = {
  mirror: z.string().optional().describe('The mirror of a printed object, if there are several.'),
}

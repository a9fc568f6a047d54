import { z } from 'zod'

/** The sides that fault rules apply to. The public site appears only in the counts. */
export const MockSide = z.enum(['partner', 'cms'])
export type MockSide = z.infer<typeof MockSide>

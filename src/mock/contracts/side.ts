import { z } from 'zod'

/** The two sides of the bundled server on which faults are planned; the public site only appears in the counts. */
export const MockSide = z.enum(['partner', 'cms'])
export type MockSide = z.infer<typeof MockSide>

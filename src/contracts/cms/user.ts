import { z } from 'zod'

/** `users/me` in context `edit`: who the credentials belong to and what they may do. */
export const WireUser = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.string()).optional(),
  capabilities: z.record(z.string(), z.boolean()).optional(),
})
export type WireUser = z.infer<typeof WireUser>

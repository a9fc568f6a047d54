import { z } from 'zod'

/** `users/me` in context `edit`: the user of the credentials and their capabilities. */
export const WireUser = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.string()).optional(),
  capabilities: z.record(z.string(), z.boolean()).optional(),
})
export type WireUser = z.infer<typeof WireUser>

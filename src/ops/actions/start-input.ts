import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'

/** The body of `POST /api/runs`; an empty one is a full sync. */
export const StartInput = z.strictObject({
  kind: z.enum(['sync', 'plan', 'verify']).default('sync'),
  gtins: z.array(Gtin).min(1).max(10_000).optional(),
  languages: z.array(Language).min(1).max(1_000).optional(),
  approved: z.boolean().default(false),
  repair: z.boolean().optional(),
})

/** What makes no sense for the kind of run that is asked for; undefined when all does. */
export function misplacedIn({
  kind,
  repair,
  gtins,
  languages,
}: z.infer<typeof StartInput>): string | undefined {
  if (kind !== 'verify') return repair === undefined ? undefined : 'repair: allowed with kind verify only'
  const scoped = [...(gtins ? ['gtins'] : []), ...(languages ? ['languages'] : [])]
  return scoped.length > 0 ? `${scoped.join(', ')}: a verify compares the whole mirror` : undefined
}

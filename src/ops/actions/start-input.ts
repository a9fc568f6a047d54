import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { writeNowInput } from './write-now-input.ts'
import { readLanguageCode } from '../../contracts/language-code.ts'

/** A language code in any form, such as `de_DE`. */
export const AnyLanguage = z.string().transform(readLanguageCode).pipe(Language)

/** The body of `POST /api/runs`; an empty one is a full sync. */
export const StartInput = z.strictObject({
  kind: z.enum(['sync', 'plan', 'verify']).default('sync'),
  gtins: z.array(Gtin).min(1).max(10_000).optional(),
  languages: z.array(AnyLanguage).min(1).max(1_000).optional(),
  approved: z.boolean().default(false),
  repair: z.boolean().optional(),
  ...writeNowInput,
})

/** The options that do not fit the kind of run; undefined if all do. */
export function misplacedIn({
  kind,
  repair,
  gtins,
  languages,
  now,
}: z.infer<typeof StartInput>): string | undefined {
  if (now === true && (kind === 'plan' || (kind === 'verify' && repair !== true)))
    return `now: not allowed, because a ${kind === 'plan' ? 'dry run' : 'verify without repair'} writes nothing`
  if (kind !== 'verify') return repair === undefined ? undefined : 'repair: allowed only with kind verify'
  const scoped = [...(gtins ? ['gtins'] : []), ...(languages ? ['languages'] : [])]
  return scoped.length > 0
    ? `${scoped.join(', ')}: not allowed with kind verify, which compares the whole mirror`
    : undefined
}

import { z } from 'zod'
import { Suspect } from '../decisions/suspect.ts'
import { Waiting } from '../decisions/waiting.ts'
import { Blanks } from '../reasons/blanks.ts'
import { blanksText } from './reasons/blanks-text.ts'

/** A suspicious version as programs read it. */
export const SuspectReport = z.strictObject({
  ...Suspect.omit({ blanks: true }).shape,
  code: z
    .enum(Blanks.options.map(({ shape }) => shape.code.value))
    .describe('What was lost; `text` for a version that was held by an earlier version of the mirror.'),
  reason: z.string().describe('Why the version is suspicious.'),
})

/** A record that needs a decision, as programs read it. */
export const WaitingReport = Waiting.extend({ suspect: SuspectReport.exactOptional() })
export type WaitingReport = z.infer<typeof WaitingReport>

export function toWaitingReport({ suspect, ...waiting }: Waiting): WaitingReport {
  if (suspect === undefined) return waiting
  const { blanks, ...held } = suspect
  return { ...waiting, suspect: { ...held, code: blanks.code, reason: blanksText(blanks) } }
}

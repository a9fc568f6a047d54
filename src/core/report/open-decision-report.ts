import { z } from 'zod'
import { BlankedVersion } from '../decisions/blanked-version.ts'
import { OpenDecision } from '../decisions/open-decision.ts'
import { Blanks } from '../reasons/blanks.ts'
import { blanksText } from './reasons/blanks-text.ts'

/** A suspicious version as programs read it. */
export const BlankedVersionReport = z.strictObject({
  ...BlankedVersion.omit({ blanks: true }).shape,
  code: z
    .enum(Blanks.options.map(({ shape }) => shape.code.value))
    .describe('What was lost; `text` for a version that was held by an earlier version of the mirror.'),
  reason: z.string().describe('Why the version is suspicious.'),
})

/** A record that needs a decision, as programs read it. */
export const OpenDecisionReport = OpenDecision.extend({ suspect: BlankedVersionReport.exactOptional() })
export type OpenDecisionReport = z.infer<typeof OpenDecisionReport>

export function toOpenDecisionReport({ suspect, ...waiting }: OpenDecision): OpenDecisionReport {
  if (suspect === undefined) return waiting
  const { blanks, ...held } = suspect
  return { ...waiting, suspect: { ...held, code: blanks.code, reason: blanksText(blanks) } }
}

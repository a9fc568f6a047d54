import { z } from 'zod'
import { BlankedVersion } from '../decisions/blanked-version.ts'
import { OpenDecision } from '../decisions/open-decision.ts'
import { Conflict } from '../page/conflict.ts'
import { Blanks } from '../reasons/blanks.ts'
import { inWords, type FieldNames } from '../record/field-names.ts'
import { blanksText } from './reasons/blanks-text.ts'

/** A suspicious version as programs read it. */
export const BlankedVersionReport = z.strictObject({
  ...BlankedVersion.omit({ blanks: true }).shape,
  code: z
    .enum(Blanks.options.map(({ shape }) => shape.code.value))
    .describe('What was lost; `text` for a version that was held by an earlier version of the mirror.'),
  reason: z.string().describe('Why the version is suspicious.'),
})

const Versions = z.strictObject({ base: z.string(), theirs: z.string(), ours: z.string() })

/** A conflict as programs read it. */
export const ConflictReport = Conflict.extend({
  fields: z
    .array(
      Conflict.shape.fields.element.extend({
        words: Versions.exactOptional().describe(
          'The three versions with the names of terms and files, such as `Tapes > Roof (12)`, if the field contains ids with a known name.',
        ),
      }),
    )
    .describe(String(Conflict.shape.fields.description)),
})
type ConflictReport = z.infer<typeof ConflictReport>

/** A record that needs a decision, as programs read it. */
export const OpenDecisionReport = OpenDecision.extend({
  conflict: ConflictReport.exactOptional(),
  suspect: BlankedVersionReport.exactOptional(),
})
export type OpenDecisionReport = z.infer<typeof OpenDecisionReport>

/** `names` are those of terms and files in mapped fields. */
export function toOpenDecisionReport(
  { conflict, suspect, ...waiting }: OpenDecision,
  names: FieldNames,
): OpenDecisionReport {
  return {
    ...waiting,
    ...(conflict && {
      conflict: { ...conflict, fields: conflict.fields.map((one) => withWords(one, names)) },
    }),
    ...(suspect && { suspect: toSuspectReport(suspect) }),
  }
}

function toSuspectReport({ blanks, ...held }: BlankedVersion): z.infer<typeof BlankedVersionReport> {
  return { ...held, code: blanks.code, reason: blanksText(blanks) }
}

function withWords(entry: Conflict['fields'][number], names: FieldNames): ConflictReport['fields'][number] {
  const { field, base, theirs, ours } = entry
  if (!names.has(field)) return entry
  const word = (text: string): string => inWords(field, text, names)
  return { ...entry, words: { base: word(base), theirs: word(theirs), ours: word(ours) } }
}

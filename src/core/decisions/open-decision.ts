import { inWords, isNamedField, type FieldNames } from '../record/field-names.ts'
import { z } from 'zod'
import { Conflict } from '../page/conflict.ts'
import type { Choice } from './decision.ts'
import { PendingDecision, skippedBy } from './pending-decision.ts'
import { versionsWithHidden } from '../markup/readable.ts'
import { RecordKey } from '../record/record.ts'
import { BlankedVersion } from './blanked-version.ts'

/** A record that needs a decision, or has one that is not carried out yet. */
export const OpenDecision = z.strictObject({
  ...RecordKey.shape,
  conflict: Conflict.exactOptional(),
  suspect: BlankedVersion.exactOptional(),
  pending: PendingDecision.exactOptional(),
})
export type OpenDecision = z.infer<typeof OpenDecision>

/** Whether a conflict or a suspicious version of the record still needs a decision. */
export function isUndecided({ conflict, suspect, pending }: OpenDecision): boolean {
  return (conflict ?? suspect) !== undefined && isOpen(pending)
}

/** Whether a pending decision, or its absence, leaves a conflict or a suspicious version undecided. */
export function isOpen(pending: PendingDecision | undefined): boolean {
  return pending === undefined || pending.kind === 'skip'
}

const isReleased = (pending: PendingDecision): boolean =>
  pending.kind !== 'skip' && skippedBy(pending) !== undefined

/** The choices for a record; a pending decision is not offered again. */
export function choicesFor({ conflict, suspect, pending }: OpenDecision): Choice[] {
  if (pending?.kind === 'hold') return ['release']
  const offered: Choice[] = [
    ...(conflict ? (['keep', 'overwrite'] as const) : []),
    ...(suspect ? (['accept'] as const) : []),
    'hold',
    ...(pending && !isReleased(pending) ? (['release'] as const) : []),
  ]
  // After an undo the page shows an older version: overwriting is possible only after its release.
  const refused = skippedBy(pending) === undefined ? pending?.kind : 'overwrite'
  return offered.filter((choice) => choice !== refused)
}

/** A field's three versions, shortened. */
export type Excerpt = { base: string; theirs: string; ours: string }

const mostChars = 120

/**
 * The differences between the versions of a field in conflict, as plain text; `–` if a version has no text that
 * differs.
 */
export function excerptOf(
  { field, base, theirs, ours }: Conflict['fields'][number],
  names: FieldNames,
): Excerpt {
  const named = (text: string): string[] => inWords(field, text, names).split('\n')
  const [before, editor, partner] = isNamedField(field)
    ? ([named(base), named(theirs), named(ours)] as const)
    : versionsWithHidden([base, theirs, ours])
  return {
    base: shorten(before.filter((line) => !editor.includes(line) || !partner.includes(line))),
    theirs: shorten(editor.filter((line) => !before.includes(line))),
    ours: shorten(partner.filter((line) => !before.includes(line))),
  }
}

function shorten(lines: readonly string[]): string {
  const text = lines.join(' / ').replace(/\s+/g, ' ').trim()
  if (text === '') return '–'
  return text.length > mostChars ? `${text.slice(0, mostChars - 1).toWellFormed()}…` : text
}

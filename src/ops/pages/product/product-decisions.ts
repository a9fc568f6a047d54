import { entrySeparator, inWords, isNamedField, type FieldNames } from '../../../core/record/field-names.ts'
import type { Conflict } from '../../../core/page/conflict.ts'
import { meaningOf, type Choice } from '../../../core/decisions/decision.ts'
import { namesOf } from '../../../core/merge/page-fields.ts'
import { versionsWithHidden } from '../../../core/markup/readable.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import { choicesFor } from '../../../core/decisions/open-decision.ts'
import type { ActionForm } from '../../actions/actions.ts'
import { formatTime } from '../../../core/text/format.ts'
import type { RecordFacts } from './product-facts.ts'
import { webLink } from '../shared/links.ts'
import { diffWords, type Segment } from '../shared/word-diff.ts'

export const buttons = {
  keep: { label: 'Keep the editor’s text', tone: 'main' },
  overwrite: { label: 'Overwrite with the partner’s text', tone: 'danger' },
  accept: { label: 'Accept the new version', tone: 'main' },
  hold: { label: 'Hold the page', tone: 'plain' },
  release: { label: 'Release', tone: 'plain' },
} as const satisfies Record<Choice, Pick<ActionForm, 'label' | 'tone'>>

/**
 * The decision that a record needs, or that can be revoked; undefined without one. `names` are those of terms and files
 * in mapped fields.
 */
export function decisionsOf(facts: RecordFacts, reasons: string[], names: FieldNames) {
  const { gtin, language, conflict, suspect, pending } = facts
  if (!conflict && !suspect && !pending) return undefined
  const parts = { ...(conflict && { conflict }), ...(suspect && { suspect }), ...(pending && { pending }) }
  return {
    language,
    reasons,
    found: conflict && `found on ${formatTime(conflict.at)} by run ${conflict.runId}`,
    pageId: conflict?.pageId,
    link: webLink(conflict?.link),
    fields: conflict ? conflict.fields.map((field) => contested(field, conflict, names)) : [],
    forms: choicesFor({ gtin, language, ...parts }).map((choice) => resolveForm(facts, choice)),
  }
}

/** A form and the effect of its button. */
export type ExplainedForm = { form: ActionForm; meaning: string }

export function resolveForm({ gtin, language }: RecordKey, choice: Choice): ExplainedForm {
  const { label, tone } = buttons[choice]
  return {
    form: {
      action: 'resolve',
      fields: { gtin, language, choice },
      label,
      about: recordId({ gtin, language }),
      tone,
      ...(choice === 'hold' && { input: { name: 'reason', label: 'Reason', maxLength: 500 } }),
    },
    meaning: capitalized(sentenceOf(meaningOf[choice])),
  }
}

const blockFaults: Record<NonNullable<Conflict['block']>, string> = {
  missing: 'an editor removed the mirrored block',
  duplicate: 'the page contains the mirrored block more than once',
  broken: 'the mirrored block is broken',
}

/** A field in conflict: the old text, and each new one compared with it. */
export function contested(
  { field, base, theirs, ours }: Conflict['fields'][number],
  { block }: Pick<Conflict, 'block'>,
  names: FieldNames,
): { field: string; base: Segment[]; editor: Segment[]; partner: Segment[] } {
  const versions: [string, string, string] = [base, theirs, ours]
  const lines = new Map(versionsWithHidden(versions).map((some, at) => [versions[at], some.join('\n')]))
  const read = (text: string): string =>
    isNamedField(field) ? inWords(field, text, names) : (lines.get(text) ?? text)
  if (names.has(field)) {
    const entriesIn = (text: string): string[] =>
      read(text) === '' ? [] : text.split(entrySeparator).map(read)
    const diff = (text: string): Segment[] => diffEntries(entriesIn(base), entriesIn(text))
    return { field: namesOf([field]), base: diff(base), editor: diff(theirs), partner: diff(ours) }
  }
  const before = read(base)
  const editor = diffWords(before, read(theirs))
  const gone = field === 'inner' && block !== undefined
  return {
    field: namesOf([field]),
    base: editor.before.map(({ text }) => ({ kind: 'same', text })),
    editor: gone ? [{ kind: 'same', text: blockFaults[block] }] : editor.all,
    partner: diffWords(before, read(ours)).all,
  }
}

/** The entries of a set or list compared as a whole, because parts of names mean nothing. */
function diffEntries(old: readonly string[], now: readonly string[]): Segment[] {
  const gone = old.filter((entry) => !now.includes(entry)).map((text): Segment => ({ kind: 'gone', text }))
  const kept = now.map((text): Segment => ({ kind: old.includes(text) ? 'same' : 'new', text }))
  return [
    ...gone.flatMap((entry): Segment[] => [entry, { kind: 'same', text: ' ' }]),
    ...kept.flatMap((entry, at): Segment[] =>
      at === 0 ? [entry] : [{ kind: 'same', text: entrySeparator }, entry],
    ),
  ]
}

import type { MergeField } from '../record/page.ts'
import { digestOf } from '../text/digest.ts'
import { fieldsInConflict } from '../page/conflict.ts'
import { isMappedField, type MappedField } from '../record/mapped.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import type { Choice } from './decision.ts'
import type { ConflictField, DecisionKind } from './filter-words.ts'
import { cameWithUndo } from './pending-decision.ts'
import { choicesFor, isUndecided, type OpenDecision } from './open-decision.ts'

const fieldNames = {
  title: 'title',
  excerpt: 'excerpt',
  inner: 'block',
  featuredMedia: 'image',
} as const satisfies Record<Exclude<MergeField, MappedField>, ConflictField>

/** Selects records; an empty filter selects all of them. */
export type DecisionFilter = {
  kind?: DecisionKind | undefined
  languages?: readonly string[] | undefined
  /** The run that found the conflict or the suspicious version, or the undo. */
  run?: string | undefined
  /**
   * Only records whose conflict is in this field alone, because a decision covers the whole record. `image` includes
   * the image in the block.
   */
  field?: ConflictField | undefined
}

/** A listed record without its content; `seen` is a digest of the version that is shown. */
export type ListedDecision = RecordKey & {
  kinds: DecisionKind[]
  fields: MergeField[]
  choices: Choice[]
  seen: string
}

export function listDecision(waiting: OpenDecision): ListedDecision {
  const { gtin, language } = waiting
  return {
    gtin,
    language,
    kinds: kindsOf(waiting),
    fields: fieldsOf(waiting),
    choices: choicesInBulk(waiting),
    seen: seenOf(waiting),
  }
}

export function matchesFilter(
  { kind, languages, run, field }: DecisionFilter,
  waiting: OpenDecision,
): boolean {
  const { language, conflict, suspect, pending } = waiting
  if (kind !== undefined && !kindsOf(waiting).includes(kind)) return false
  if (languages !== undefined && !languages.includes(language)) return false
  if (field !== undefined && partsOf(waiting).join() !== field) return false
  if (run === undefined) return true
  return conflict?.runId === run || suspect?.runId === run || (pending ? cameWithUndo(pending, run) : false)
}

/** Open decisions first, then by record id. */
export function compareListed(a: ListedDecision, b: ListedDecision): number {
  const rank = ({ kinds }: ListedDecision): number => (kinds.includes('open') ? 0 : 1)
  return rank(a) - rank(b) || (recordId(a) < recordId(b) ? -1 : 1)
}

/** A digest of the displayed state of a record: the versions in conflict, the held version and the pending decision. */
export function seenOf({ conflict, suspect, pending }: Omit<OpenDecision, keyof RecordKey>): string {
  const texts = conflict?.fields.map(({ field, base, theirs, ours }) => [field, base, theirs, ours])
  return digestOf([texts, conflict?.block, suspect?.digest, pending]).slice(0, 16)
}

function fieldsOf({ conflict }: OpenDecision): MergeField[] {
  return conflict ? fieldsInConflict(conflict) : []
}

/** The names of the parts in conflict, without repetition; an image block counts as the image. */
function partsOf({ conflict }: OpenDecision): ConflictField[] {
  const names = (conflict?.fields ?? []).map(({ field, base, theirs, ours }) =>
    field === 'inner' && isImage([base, theirs, ours]) ? 'image' : nameOf(field),
  )
  return [...new Set(names)]
}

function nameOf(field: MergeField): ConflictField {
  return isMappedField(field) ? field : fieldNames[field]
}

/** Whether a part of the block is an image on each side that has it. */
function isImage(sides: readonly string[]): boolean {
  const present = sides.filter((side) => side.trim() !== '')
  return present.length > 0 && present.every((side) => /^\s*<!-- wp:image (?:(?!<!-- wp:).)*$/s.test(side))
}

function kindsOf(waiting: OpenDecision): DecisionKind[] {
  const { conflict, suspect, pending } = waiting
  return [
    ...(isUndecided(waiting) ? (['open'] as const) : []),
    ...(conflict ? (['conflict'] as const) : []),
    ...(suspect ? [suspect.blanks.code === 'values' ? ('values' as const) : ('emptied' as const)] : []),
    ...(pending ? [kindOfPending[pending.kind]] : []),
  ]
}

const kindOfPending = { hold: 'held', skip: 'undone', overwrite: 'decided', accept: 'decided' } as const

/** A bulk decision holds only records that need a decision. */
function choicesInBulk(waiting: OpenDecision): Choice[] {
  return choicesFor(waiting).filter((choice) => choice !== 'hold' || isUndecided(waiting))
}

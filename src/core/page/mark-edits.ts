import { inWords, isNamedField, noNames, type FieldNames } from '../record/field-names.ts'
import type { MergeField } from '../record/page.ts'
import { withoutHiddenBlocks } from '../markup/hidden-blocks.ts'
import { emphasizedLines, hiddenMark, linesWithHidden } from '../markup/readable.ts'
import { readingOf } from '../markup/visible-content.ts'
import type { Conflict } from './conflict.ts'

/** The editor's parts of a page: fields that stay, and parts that the partner changed as well. */
export type Edits = {
  kept: readonly MergeField[]
  conflicts: Conflict['fields']
  /** The mirrored block without an editor's changes. */
  fresh: string
}

const keptMark = '   ← editor’s, stays'
const conflictMark = '   ← editor’s, stays: in conflict'

/** A field on one line, marked if it is the editor's, followed by the partner's text if they conflict. */
export function markField(
  field: Exclude<MergeField, 'inner'>,
  line: string,
  edits: Edits | undefined,
  names: FieldNames = noNames,
): string[] {
  const conflict = edits?.conflicts.find((one) => one.field === field)
  if (conflict) {
    const { ours } = conflict
    const partner = isNamedField(field) ? inWords(field, ours, names) : readingOf(ours)
    return [`${line}${conflictMark}`, `    partner: ${partner || '(removed)'}`]
  }
  return [edits?.kept.includes(field) ? `${line}${keptMark}` : line]
}

/**
 * The lines of the mirrored block. Hidden lines and the editor's are marked, and each conflict is followed by the
 * partner's lines.
 */
export function markLines(inner: string, edits: Edits | undefined): string[] {
  if (edits === undefined) return linesWithHidden(inner, emphasizedLines)
  const lines = emphasizedLines(inner)
  const shown = new Set(emphasizedLines(withoutHiddenBlocks(inner)))
  const hides = (line: string): string => (shown.has(line) ? '' : hiddenMark)
  const fresh = new Set(emphasizedLines(edits.fresh))
  const parts = edits.conflicts.filter(({ field }) => field === 'inner')
  const open = parts.map(({ theirs, ours }) => ({
    theirs: emphasizedLines(theirs),
    ours: emphasizedLines(ours),
  }))
  const contested = new Set(open.flatMap(({ theirs }) => theirs))
  const told = new Set<(typeof open)[number]>()
  const partnerAfter = (line: string): string[] =>
    open
      .filter((conflict) => !told.has(conflict) && conflict.theirs.at(-1) === line)
      .flatMap((conflict) => {
        told.add(conflict)
        return partnerLines(conflict.ours)
      })
  const marked = lines.flatMap((line) => {
    if (contested.has(line)) return [line + conflictMark + hides(line), ...partnerAfter(line)]
    return [line + (fresh.has(line) ? '' : keptMark) + hides(line)]
  })
  const removed = open.filter((conflict) => !told.has(conflict)).flatMap(({ ours }) => partnerLines(ours))
  return removed.length === 0 ? marked : [...marked, '', 'In conflict, not on the page:', ...removed]
}

function partnerLines(ours: readonly string[]): string[] {
  return ours.length === 0 ? ['    partner: (removed)'] : ours.map((line) => `    partner: ${line}`)
}

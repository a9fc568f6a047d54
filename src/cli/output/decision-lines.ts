import { blanksText } from '../../core/report/reasons/blanks-text.ts'
import { resolveCommand } from '../../core/reasons/record-commands.ts'
import { reasonText } from '../../core/report/reasons/reason-text.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import { meaningOf } from '../../core/decisions/decision.ts'
import { namesOf } from '../../core/merge/page-fields.ts'
import { holdReason, skipReason, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import { plural } from '../../core/text/plural.ts'
import { countOf, formatTime } from '../../core/text/format.ts'
import type { FieldNames } from '../../core/record/field-names.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { choicesFor, excerptOf, type OpenDecision } from '../../core/decisions/open-decision.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { commandText } from '../../core/reasons/command.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

const blockFaults: Record<NonNullable<Conflict['block']>, string> = {
  missing: 'removed by an editor',
  duplicate: 'more than once in the page',
  broken: 'broken',
}

/**
 * The records that need a decision: the changes by editor and partner, their time, and the commands to
 * decide. `names` are those of terms and files in mapped fields.
 */
export function toDecisionLines(
  waiting: readonly OpenDecision[],
  more: boolean,
  names: FieldNames,
): string[] {
  const [first] = waiting
  if (first === undefined) return ['No record needs a decision.']
  const { length } = waiting
  const verbs = [plural(length, 'needs', 'need'), plural(length, 'has', 'have')]
  const head = more
    ? `The first ${length} records that need a decision or have one pending; there are more:`
    : `${countOf(length, 'record')} ${verbs[0]} a decision or ${verbs[1]} one pending:`
  return [head, ...waiting.flatMap((each) => ['', ...toLines(each, names)])].map(toOneLine)
}

function toLines(waiting: OpenDecision, names: FieldNames): string[] {
  const { conflict, suspect, pending } = waiting
  return [
    recordId(waiting),
    ...(conflict ? conflictLines(conflict, names) : []),
    ...(suspect
      ? [
          `  a new version has been held since ${formatTime(suspect.at)}, run ${suspect.runId}: ${blanksText(suspect.blanks)}; the page is unchanged`,
        ]
      : []),
    ...(pending ? [`  ${pendingLine(waiting, pending)}`] : []),
    ...commandLines(waiting),
  ]
}

function conflictLines({ pageId, link, runId, at, fields, block }: Conflict, names: FieldNames): string[] {
  return [
    `  editor and partner both changed page ${pageId}, ${link}; found by run ${runId} at ${formatTime(at)}; the editor’s text stays`,
    ...textLines({ fields, block }, names),
  ]
}

/** The three versions of each part in conflict. */
export function textLines(
  { fields, block }: Pick<Conflict, 'fields'> & { block: Conflict['block'] | undefined },
  names: FieldNames,
): string[] {
  return fields.flatMap((field) => {
    const name = namesOf([field.field])
    const { base, theirs, ours } = excerptOf(field, names)
    return [
      `    ${name}${field.field === 'inner' && block !== undefined ? `: ${blockFaults[block]}` : ''}`,
      `      before   ${base}`,
      `      editor   ${theirs}`,
      `      partner  ${ours}`,
    ]
  })
}

function pendingLine(key: RecordKey, pending: PendingDecision): string {
  if (pending.kind === 'hold') return reasonText(key, [holdReason(pending)], namedMirror())
  if (pending.kind === 'skip') return reasonText(key, [skipReason(pending)], namedMirror())
  const decided = `${pending.by} decided at ${formatTime(pending.at)}`
  if (pending.kind === 'overwrite')
    return `${decided} to overwrite the ${namesOf(pending.fields)}: the next run does it unless the page has changed`
  return pending.released === true
    ? `${decided} to release the page: the next run writes the partner’s version`
    : `${decided} to accept the held version: the next run writes it unless the partner has changed it`
}

function commandLines(waiting: OpenDecision): string[] {
  // The line of a hold or of an undone page contains the command already.
  const { conflict, suspect, pending } = waiting
  if (pending?.kind === 'hold' || (pending?.kind === 'skip' && !conflict && !suspect)) return []
  return choicesFor(waiting).flatMap((choice) => [
    `  ${commandText(resolveCommand(waiting, choice, meaningOf[choice]), namedMirror())}`,
    `      ${meaningOf[choice]}`,
  ])
}

import type { Conflict } from '../../core/page/conflict.ts'
import { meaningOf } from '../../core/decisions/decision.ts'
import { namesOf } from '../../core/page/explain-merge.ts'
import {
  explainHold,
  explainSkip,
  resolveCommand,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import { plural } from '../../core/record/plural.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { choicesFor, excerptOf, type Waiting } from '../../core/decisions/waiting.ts'
import { minuteOf } from '../terminal/minute.ts'
import { toPlain } from '../terminal/plain.ts'

const blockSays: Record<NonNullable<Conflict['block']>, string> = {
  missing: 'an editor took it out of the page',
  duplicate: 'it stands in the page more than once',
  broken: 'it is broken',
}

/** What waits for a person's word as lines for people: what each upstream says, since when, and what to type. */
export function toConflictLines(waiting: readonly Waiting[], more: boolean): string[] {
  const [first] = waiting
  if (first === undefined) return ['Nothing waits for you: no conflict, no version held back, no order.']
  const { length } = waiting
  const what = `${plural(length, 'record')} in conflict, held back, put back by undo or under an order`
  const head = more ? `The first ${length} ${what}; there are more:` : `${length} ${what}:`
  return [head, ...waiting.flatMap((each) => ['', ...toLines(each)])].map(toPlain)
}

function toLines(waiting: Waiting): string[] {
  const { conflict, suspect, pending } = waiting
  return [
    recordId(waiting),
    ...(conflict ? conflictLines(conflict) : []),
    ...(suspect
      ? [
          `  a new version is held back since ${minuteOf(suspect.at)}, run ${suspect.runId}: ${suspect.reason}; the page stays as it is`,
        ]
      : []),
    ...(pending ? [`  ${pendingLine(waiting, pending)}`] : []),
    ...commandLines(waiting),
  ]
}

function conflictLines({ pageId, link, runId, at, fields, block }: Conflict): string[] {
  return [
    `  editor and partner both changed page ${pageId}, ${link}; met on ${minuteOf(at)} by run ${runId}; the editor’s text stands`,
    ...fields.flatMap((field) => {
      const name = namesOf([field.field])
      const { base, theirs, ours } = excerptOf(field)
      return [
        `    ${name}${field.field === 'inner' && block !== undefined ? `: ${blockSays[block]}` : ''}`,
        `      before   ${base}`,
        `      editor   ${theirs}`,
        `      partner  ${ours}`,
      ]
    }),
  ]
}

function pendingLine(key: RecordKey, pending: PendingDecision): string {
  if (pending.kind === 'hold') return explainHold(key, pending)
  if (pending.kind === 'skip') return explainSkip(key, pending)
  const decided = `${pending.by} decided on ${minuteOf(pending.at)}`
  if (pending.kind === 'overwrite')
    return `${decided} to overwrite the ${namesOf(pending.fields)}: the next run does it, if the page still says the same`
  return pending.released === true
    ? `${decided} to have the partner’s word again: the next run writes it`
    : `${decided} to accept the version held back: the next run writes it, if the partner still says the same`
}

function commandLines(waiting: Waiting): string[] {
  // How to end it stands in its own line.
  const { conflict, suspect, pending } = waiting
  if (pending?.kind === 'hold' || (pending?.kind === 'skip' && !conflict && !suspect)) return []
  const commands = choicesFor(waiting).map((choice) => ({ choice, command: resolveCommand(waiting, choice) }))
  const width = Math.max(...commands.map(({ command }) => command.length))
  return commands.map(({ choice, command }) => `  ${command.padEnd(width)}  ${meaningOf[choice]}`)
}

import type { Choice } from '../decisions/decision.ts'
import type { DecisionFilter } from '../decisions/decision-filter.ts'
import { decisionKinds, type DecisionKind } from '../decisions/filter-words.ts'
import type { BulkResult, DecisionCounts } from '../decisions/bulk-decisions.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import { countOf, formatCount } from '../text/format.ts'

const kindNames: Record<DecisionKind, readonly [one: string, many: string]> = {
  open: ['open decision', 'open decisions'],
  conflict: ['conflict', 'conflicts'],
  emptied: ['version with emptied fields', 'versions with emptied fields'],
  values: ['version with unusual values', 'versions with unusual values'],
  held: ['hold', 'holds'],
  undone: ['undone page', 'undone pages'],
  decided: ['pending decision', 'pending decisions'],
}

const namesShown = 5
const languagesShown = 6

/** `5 conflicts; 4 in the mirrored block, 1 in the title; 3 in de-de, 2 in fr-fr` */
export function describeCounts({ kinds, fields, languages }: DecisionCounts): string {
  const what = decisionKinds.flatMap((kind) => {
    const count = kinds[kind] ?? 0
    return count > 0 ? [countOf(count, ...kindNames[kind])] : []
  })
  const where = Object.entries(fields).map(([field, count]) => `${formatCount(count)} in the ${field}`)
  const codes = Object.entries(languages).map(([code, count]) => `${formatCount(count)} in ${code}`)
  const beyond = codes.length - languagesShown
  const shown =
    beyond > 0 ? [...codes.slice(0, languagesShown), `others in ${countOf(beyond, 'language')}`] : codes
  return [what, where, shown]
    .filter((part) => part.length > 0)
    .map((part) => part.join(', '))
    .join('; ')
}

/** Describes a filter for the audit log: `all conflicts, language de-de, run 2026-11-20-1`. */
export function describeFilter({ kind, languages, run, field }: DecisionFilter): string {
  return [
    kind === undefined ? 'all records' : `all ${kindNames[kind][1]}`,
    ...(languages === undefined ? [] : [`language ${languages.join(', ')}`]),
    ...(run === undefined ? [] : [`run ${run}`]),
    ...(field === undefined ? [] : [`field ${field}`]),
  ].join(', ')
}

/** The confirmation question for a choice about `count` records. */
export function askMany(choice: Choice, count: number): string {
  const records = countOf(count, 'record')
  switch (choice) {
    case 'keep':
      return `Keep the editor’s text of ${records}?`
    case 'overwrite':
      return `Overwrite the editor’s text of ${records} with the partner’s?`
    case 'hold':
      return `Hold ${records}?`
    case 'release':
      return `Release ${records}?`
    case 'accept':
      return `Accept the held version of ${records}?`
  }
}

/** The result in sentences, with the names of the first few records. */
export function describeMany(choice: Choice, { done, refused }: BulkResult): string {
  const head = describeDone(choice, done)
  const [first] = refused
  if (first === undefined) return head
  return `${head} ${countOf(refused.length, 'record was', 'records were')} refused: ${someOf(refused)}. ${first.reason}`
}

/** Describes the effect of a choice and the next step. */
export function describeDone(choice: Choice, done: readonly RecordKey[]): string {
  if (done.length === 0) return 'No record was decided.'
  const records = `${countOf(done.length, 'record')} (${someOf(done)})`
  switch (choice) {
    case 'keep':
      return `Kept: the editor’s text of ${records} stays.`
    case 'overwrite':
      return `Saved for ${records}: the next run overwrites the editor’s text with the partner’s. A page that changes before then becomes a conflict again.`
    case 'hold':
      return `Held: ${records}. Nothing is written to their pages until they are released.`
    case 'release':
      return `Released: ${records}.`
    case 'accept':
      return `Accepted: the held version of ${records}. The next run writes it.`
  }
}

function someOf(records: readonly RecordKey[]): string {
  const beyond = records.length - namesShown
  const names = records.slice(0, namesShown).map(recordId).join(', ')
  return beyond > 0 ? `${names} and ${formatCount(beyond)} more` : names
}

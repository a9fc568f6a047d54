import { z } from 'zod'
import { namesOf } from '../merge/page-fields.ts'
import { recordId, RecordKey } from '../record/record.ts'
import { countOf, formatCount } from '../text/format.ts'
import { resolutionCodes, type Choice } from './decision.ts'
import type { DecisionFilter, ListedDecision } from './decision-filter.ts'
import { decisionKinds, type DecisionKind } from './filter-words.ts'

/** A selected record; `seen` is a digest of the version that was displayed. */
export type MeantRecord = RecordKey & { seen?: string | undefined }

/** Why a record was not decided. */
export const RefusedDecision = z.strictObject({
  ...RecordKey.shape,
  code: z.enum([...resolutionCodes, 'interrupted']),
  reason: z.string(),
})
export type RefusedDecision = z.infer<typeof RefusedDecision>

/** The result of one choice for many records. */
export type BulkResult = { done: RecordKey[]; refused: RefusedDecision[] }

/** The number of selected records by kind, field in conflict and language. */
export const DecisionCounts = z.strictObject({
  matched: z.int(),
  kinds: z.partialRecord(z.enum(decisionKinds), z.int()),
  fields: z.record(z.string(), z.int()),
  languages: z.record(z.string(), z.int()),
})
export type DecisionCounts = z.infer<typeof DecisionCounts>

const kindNames: Record<DecisionKind, readonly [one: string, many: string]> = {
  open: ['open decision', 'open decisions'],
  conflict: ['conflict', 'conflicts'],
  emptied: ['version with emptied fields', 'versions with emptied fields'],
  held: ['hold', 'holds'],
  undone: ['undone page', 'undone pages'],
  decided: ['pending decision', 'pending decisions'],
}

const namesShown = 5
const languagesShown = 6

/** Counts the records for a choice; for a release it counts the decisions to cancel. */
export function countDecisions(choice: Choice, listed: readonly ListedDecision[]): DecisionCounts {
  const isRelease = choice === 'release'
  const kinds = listed.map((each) => each.kinds.filter((kind) => kind !== 'open').at(isRelease ? -1 : 0))
  return {
    matched: listed.length,
    kinds: tally(decisionKinds, kinds),
    fields: isRelease
      ? {}
      : countAll(listed.flatMap(({ fields }) => fields.map((field) => namesOf([field])))),
    languages: countAll(listed.map(({ language }) => language).sort()),
  }
}

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

/** Counts the occurrences of each name, in the order of `names`. */
function tally<T extends string>(names: readonly T[], found: readonly (T | undefined)[]) {
  const counts: { [name in T]?: number } = {}
  for (const name of names) {
    const count = found.filter((each) => each === name).length
    if (count > 0) counts[name] = count
  }
  return counts
}

function countAll(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

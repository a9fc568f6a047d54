import { z } from 'zod'
import { namesOf } from '../merge/page-fields.ts'
import { RecordKey } from '../record/record.ts'
import { resolutionCodes, type Choice } from './decision.ts'
import type { ListedDecision } from './decision-filter.ts'
import { decisionKinds } from './filter-words.ts'

/** A selected record; `seen` is a digest of the version that was displayed. */
export type SelectedRecord = RecordKey & { seen?: string | undefined }

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

import type { Outcome, PlannedKind } from '../run/change.ts'
import type { Run } from '../run/run.ts'
import { plainWhyOf } from '../report/history.ts'
import { inGeneral } from '../report/reasons/show.ts'
import { shortened } from '../report/sentence.ts'

/** A record's result, or its change in a waiting plan. */
export type What = Outcome['result'] | PlannedKind

/** The order of the list: results that need a decision first, planned changes next to their results. */
export const whats = [
  'failed',
  'held',
  'quarantined',
  'deferred',
  'kept',
  'retired',
  'retire',
  'restored',
  'restore',
  'undone',
  'updated',
  'update',
  'created',
  'create',
  'unchanged',
] as const satisfies readonly What[]

/** Outcomes for similar reasons: one of them, and whether all have the same text. */
export type ReasonGroup = {
  id: string
  example: Pick<Outcome, 'gtin' | 'language' | 'result' | 'fields' | 'reasons'>
  isAlike: boolean
}

/**
 * The records of a run in columns: filtering 100,000 takes a few milliseconds. The records of a product are next to each
 * other, and products that need a decision come first. `cut` if the run has more records.
 */
export type RunIndex = {
  count: number
  cut: boolean
  /** GTINs as numbers. */
  gtins: Float64Array
  /** Positions in `languages`, `whats`, `groups` and `fieldSets`. */
  languageAt: Uint16Array
  whatAt: Uint8Array
  /** 0 without a reason, or else the position + 1. */
  groupAt: Uint32Array
  fieldsAt: Uint32Array
  /** In alphabetical order. */
  languages: readonly string[]
  groups: readonly ReasonGroup[]
  /** The fields that were written, kept or are in conflict. */
  fieldSets: readonly (readonly string[])[]
}

/** Why the records of a group have their result; the parts that differ between them are omitted. */
export function textOfGroup({ example, isAlike }: ReasonGroup, kind: Run['kind']): string {
  const entry = { ...example, kind }
  return shortened(isAlike ? plainWhyOf(entry) : plainWhyOf(entry, inGeneral))
}

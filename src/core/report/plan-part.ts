import type { SelectedPart } from '../reasons/selected-part.ts'
import type { Run } from '../run/run.ts'
import { countOf } from '../text/format.ts'

type Part = string | SelectedPart

/** An approved part of a plan in words: `the updates`, `a sample of 5 records`, `language de-de`, `pattern 2`. */
export function describePart(part: Part): string {
  if (typeof part === 'string') return `the ${part}`
  if ('sample' in part) return `a sample of ${countOf(part.sample, 'record')}`
  return nameOfPart(part)
}

/** The part as an option names it: `only updates`, `sample 5`, `language de-de`, `pattern 2`. */
export function nameOfPart(part: Part): string {
  if (typeof part === 'string') return `only ${part}`
  if ('sample' in part) return `sample ${part.sample}`
  return 'language' in part ? `language ${part.language}` : `pattern ${part.pattern}`
}

/** The past tense of `be` after the part. */
export function verbOf(part: Part): 'was' | 'were' {
  return typeof part === 'string' ? 'were' : 'was'
}

/** The approved part of a run's plan in words; undefined if none or the whole plan was approved. */
export function approvedPartText({ approvedPart = 'all' }: Pick<Run, 'approvedPart'>): string | undefined {
  return approvedPart === 'all' ? undefined : describePart(approvedPart)
}

/**
 * Names the part that an approval covers: `run 7`, `a sample of 5 records of run 7`. `part` is the requested part, which may be the
 * whole plan.
 */
export function describeApproved(run: Pick<Run, 'id' | 'approvedPart'>, part?: Part): string {
  const approved = approvedPartText(run)
  if (approved !== undefined) return `${approved} of run ${run.id}`
  return part === undefined ? `run ${run.id}` : `run ${run.id} (${describePart(part)} is its whole plan)`
}

import { countOf } from './format.ts'
import { groupByReason } from './shared-reasons.ts'

/**
 * The notes about files that a run left out. `failed`: those that are wrong or were refused, each with its reason;
 * `unfetched`: how many others no server sent; `example`: one of them, or why the job that should fetch it failed.
 */
export function mediaNotes(left: {
  failed: readonly string[]
  unfetched: number
  example?: string | undefined
}): string[] {
  const { failed, unfetched, example } = left
  const notes = groupByReason(failed, (fault) => fault).map(
    ({ reason, items: [first = reason, ...others] }) =>
      others.length === 0
        ? `media left out: ${first}`
        : `media left out: ${first}; likewise ${countOf(others.length, 'other file')}`,
  )
  if (unfetched === 0) return notes
  const such = example === undefined ? '' : `, for example ${example.replace(/\.$/, '')}`
  return [`${countOf(unfetched, 'file')} could not be fetched${such}. The next run fetches them`, ...notes]
}

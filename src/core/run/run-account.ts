import type { Counts, Run } from './run.ts'

/** The numbers of a run when it ends. */
type Ending = {
  /** Records with an outcome. */
  all: number
  /** The unchanged records among `all`. */
  unchanged: number
  /** Records of its scope that wait in a separate run, because only a part of the plan was approved. */
  waiting: number
  /**
   * Records with an outcome whose product or language is no longer listed: they were not counted when the run started.
   * `others` were not planned to be retired.
   */
  outside: { all: number; others: number }
  /** It wrote, instead of only making a plan. */
  wrote: boolean
  isOver: boolean
}

/**
 * Counts the records of a run’s scope that have no separate outcome, so that the counts add up to the scope. A record
 * is unchanged if it was compared and needed no change. A record without any information is not planned, whatever the
 * cause. A retired record is not also counted as absent, and a record that was no longer listed is added to the scope.
 */
export function accountFor(
  run: Pick<Run, 'kind' | 'counts' | 'planned' | 'restOf'>,
  { all, unchanged, waiting, outside, wrote, isOver }: Ending,
): Pick<Counts, 'records' | 'unchanged' | 'absent' | 'notPlanned'> {
  const { kind, counts, planned, restOf } = run
  const isRetiring = wrote && kind === 'sync' && restOf === undefined
  const retired = isRetiring ? Math.max(0, planned.retire - (outside.all - outside.others)) : 0
  const missed = Math.max(0, counts.absent - retired)
  // Neither absent nor with an outcome.
  const left = counts.records - counts.notPlanned - missed - (all - outside.all)
  // An absent record that is not retired yet is also counted as updated if the links on its page changed.
  const twice = kind === 'sync' && restOf === undefined ? Math.min(missed, Math.max(0, -left)) : 0
  const [absent, rest] = [missed - twice, left + twice]
  const compared = comparedOf(run, rest)
  // A dry run applies nothing.
  const missing = kind === 'plan' ? 0 : (restOf === undefined ? rest : counts.records - all) - compared
  return {
    // A waiting plan is counted again when it is applied.
    records: counts.records + (wrote ? outside.all : 0),
    unchanged: unchanged + compared,
    absent,
    notPlanned: counts.notPlanned + (isOver ? Math.max(0, missing - waiting) : 0),
  }
}

/**
 * The number of compared records without a planned change. The review also plans records that the partner had not
 * changed, for their links or files. These have an outcome and must not be counted twice.
 */
function comparedOf({ kind, counts, restOf }: Pick<Run, 'kind' | 'counts' | 'restOf'>, rest: number): number {
  if (restOf !== undefined) return 0
  if (kind === 'verify') return Math.max(0, rest)
  return kind === 'sync' ? Math.min(counts.unchanged, Math.max(0, rest)) : counts.unchanged
}

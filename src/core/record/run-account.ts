import type { Counts, Run } from './run.ts'

/** The numbers of a run when it ends. */
type Ending = {
  /** Records with an outcome. */
  all: number
  /** The unchanged ones among them. */
  unchanged: number
  /** Records of its scope that wait in a separate run, because only a part of the plan was approved. */
  waiting: number
  /**
   * Records with an outcome whose product or language is no longer listed: they were not counted when the run started.
   * `others` were not planned to be retired.
   */
  outside: { all: number; others: number }
  /** It wrote, and does not only leave a plan. */
  wrote: boolean
  isOver: boolean
}

/**
 * The records of a run’s scope that have no separate outcome, so that the counts of a run add up to its scope. A record
 * is unchanged if it was compared and needed nothing. One that nothing is known of is not planned, whatever the cause. A
 * retired record is not counted as absent as well, and one that was not listed any more is added to the scope.
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
  // A dry run carries nothing out.
  const missing = kind === 'plan' ? 0 : (restOf === undefined ? rest : counts.records - all) - compared
  return {
    // A plan that waits is counted again once it is carried out.
    records: counts.records + (wrote ? outside.all : 0),
    unchanged: unchanged + compared,
    absent,
    notPlanned: counts.notPlanned + (isOver ? Math.max(0, missing - waiting) : 0),
  }
}

/**
 * How many records nothing was planned for. The review also plans records that the partner had not changed, for their
 * links or files: these have an outcome and must not be counted twice.
 */
function comparedOf({ kind, counts, restOf }: Pick<Run, 'kind' | 'counts' | 'restOf'>, rest: number): number {
  if (restOf !== undefined) return 0
  if (kind === 'verify') return Math.max(0, rest)
  return kind === 'sync' ? Math.min(counts.unchanged, Math.max(0, rest)) : counts.unchanged
}

import type { Counts, Run } from './run.ts'

/** The numbers of a run when it ends. */
type Ending = {
  /** Records with an outcome. */
  all: number
  /** The unchanged ones among them. */
  unchanged: number
  /** Records of its scope that wait in a separate run, because only a part of the plan was approved. */
  waiting: number
  /** Records with an outcome whose product or language is no longer listed: they were not counted when the run started. */
  outside: number
  isOver: boolean
}

/**
 * The records of a run’s scope that have no separate outcome, so that the counts of a run add up to its scope. A record
 * is unchanged if it was compared and needed nothing. One that nothing is known of is not planned, whatever the cause. A
 * retired record is not counted as absent as well, and one that was not listed any more is added to the scope.
 */
export function accountFor(
  run: Pick<Run, 'kind' | 'counts' | 'planned' | 'restOf'>,
  { all, unchanged, waiting, outside, isOver }: Ending,
): Pick<Counts, 'records' | 'unchanged' | 'absent' | 'notPlanned'> {
  const { counts, planned } = run
  const compared = comparedOf(run, all)
  const missing = isOver ? Math.max(0, missingOf(run, all, compared) - waiting) : 0
  const isComplete = isOver && run.kind === 'sync' && run.restOf === undefined
  const retired = isComplete ? Math.max(0, planned.retire - outside) : 0
  return {
    records: counts.records + outside,
    unchanged: unchanged + compared,
    absent: Math.max(0, counts.absent - retired),
    notPlanned: counts.notPlanned + missing,
  }
}

/**
 * How many records nothing was planned for. The review also plans records that the partner had not changed, for their
 * links or files: these have an outcome and must not be counted twice.
 */
function comparedOf(run: Pick<Run, 'kind' | 'counts' | 'planned'>, all: number): number {
  const rest = Math.max(0, restOf(run, all))
  if (run.kind === 'verify') return rest
  return run.kind === 'sync' ? Math.min(run.counts.unchanged, rest) : run.counts.unchanged
}

/** Records of the scope that are neither absent nor have an outcome. */
function restOf({ kind, counts, planned }: Pick<Run, 'kind' | 'counts' | 'planned'>, all: number): number {
  // Retired records are absent or have left the catalogue: they were never counted as unchanged.
  const retired = kind === 'sync' ? planned.retire : 0
  return counts.records - counts.notPlanned - counts.absent - (all - retired)
}

/** Records of the scope that have no result at the end of a run. */
function missingOf(
  run: Pick<Run, 'kind' | 'counts' | 'planned' | 'restOf'>,
  all: number,
  compared: number,
): number {
  // A dry run carries nothing out.
  if (run.kind === 'plan') return 0
  return run.restOf === undefined ? restOf(run, all) - compared : run.counts.records - all
}

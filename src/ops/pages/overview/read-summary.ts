import { keepsAsItIs } from '../../../core/decisions/pending-decision.ts'
import { isUndecided } from '../../../core/decisions/waiting.ts'
import type { Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { isActive } from '../../live/run-report.ts'
import { summarizeHealth } from './health-summary.ts'

/** The chart covers at most this many runs. */
const runsRead = 400
const failingRead = 1_000
const waitingRead = 200

/** The state of a mirror with the facts behind it; `now` in milliseconds. */
export async function readSummary(deps: OpsDeps, now: number) {
  const { runs, snapshots, control, health } = deps
  const [list, pending, mirrored, languages, next, limited, outages, upstreams] = await Promise.all([
    runs.list(runsRead),
    runs.waiting(),
    snapshots.countMirrored(),
    snapshots.languages(),
    control.nextRunAt(),
    health.limited(),
    health.outages(),
    health.upstreams(),
  ])
  const [{ failing }, decisions] = await Promise.all([
    deps.failing.list(failingRead),
    deps.decisions.list(waitingRead),
  ])
  const held = pending.filter(({ state }) => state === 'held')
  const undecided = decisions.waiting.filter(isUndecided)
  const conflicts = undecided.filter(({ conflict }) => conflict !== undefined).length
  const verify = list.find(
    ({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt !== undefined,
  )
  return {
    list,
    held,
    mirrored,
    languages,
    next,
    limited,
    outages,
    upstreams,
    failing,
    undecided,
    more: decisions.more,
    verify,
    last: list.find(isOver),
    health: summarizeHealth({
      mirrored,
      languages: languages.length,
      runs: list,
      held: held.length,
      failing: failing.length,
      conflicts,
      suspects: undecided.length - conflicts,
      drift: Object.values(verify?.findings ?? {}).reduce((sum, count) => sum + count, 0),
      kept: decisions.waiting.filter((record) => keepsAsItIs(record.pending)).length,
      moreKept: decisions.more,
      workersRunning: health.workersRunning(),
      startFault: health.startFault?.(),
      writeFault: health.writeFault(),
      outages,
      scheduled: next !== undefined,
      now,
    }),
  }
}

function isOver(run: Run): boolean {
  return !isActive(run) && run.state !== 'held' && run.state !== 'planned'
}

import { keepsAsItIs } from '../../../core/decisions/pending-decision.ts'
import { isUndecided } from '../../../core/decisions/open-decision.ts'
import type { Run } from '../../../core/run/run.ts'
import { listOpenDecisions } from '../../../sync/decisions/list-decisions.ts'
import { listFailing } from '../../../sync/decisions/list-failing.ts'
import { readHealth } from '../../../sync/decisions/read-health.ts'
import type { OpsDeps } from '../../deps.ts'
import { isActive } from '../../live/run-report.ts'
import { summarizeHealth } from './health-summary.ts'

const failingRead = 1_000
const waitingRead = 200

/** The state of a mirror with the facts behind it; `now` in milliseconds. */
export async function readSummary(deps: OpsDeps, now: number) {
  const { snapshots, control, health } = deps
  const [stored, due, mirrored, languages, next, upstreams, writePause] = await Promise.all([
    readHealth(deps),
    control.lastDueAt(new Date(now)),
    snapshots.countMirrored(),
    snapshots.languages(),
    control.nextRunAt(),
    health.upstreams(),
    deps.writeGate.find(),
  ])
  const [{ failing }, decisions] = await Promise.all([
    listFailing(deps, failingRead),
    listOpenDecisions(deps, waitingRead),
  ])
  const [limited, outages] = [health.limited(), health.outages()]
  const { recent: list, held } = stored
  const workersRunning = health.workersRunning()
  const process = { workersRunning, startFault: health.startFault(), writeFault: health.writeFault() }
  // Processes elsewhere are not counted: a process without workers has a problem anyway.
  const workers = workersRunning ? 1 : undefined
  const facts = {
    ...stored,
    due,
    mirrored,
    outages,
    next,
    workers,
    process,
    isPaused: writePause?.code === 'paused',
    now: new Date(now),
  }
  const kept = decisions.waiting.filter((record) => keepsAsItIs(record.pending)).length
  return {
    list,
    held,
    mirrored,
    languages,
    next,
    limited,
    outages,
    upstreams,
    writePause,
    failing,
    undecided: decisions.waiting.filter(isUndecided),
    more: decisions.more,
    verify: list.find(
      ({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt !== undefined,
    ),
    last: list.find(isOver),
    health: summarizeHealth(facts, { count: kept, more: decisions.more }),
  }
}

function isOver(run: Run): boolean {
  return !isActive(run) && run.state !== 'held' && run.state !== 'planned'
}

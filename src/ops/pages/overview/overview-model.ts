import { keepsAsItIs } from '../../../core/decisions/pending-decision.ts'
import { isUndecided } from '../../../core/decisions/waiting.ts'
import type { Run } from '../../../core/record/run.ts'
import type { AuditRow } from '../../../sync/ports/audit.ts'
import type { OpsDeps } from '../../deps.ts'
import type { LiveRun, ReadLiveRun } from '../../live/live-run.ts'
import { mirroredFact, nextRunFact, upstreamFact, unconfirmedFact, type Fact } from './overview-facts.ts'
import { countDrift, toWaitingParts, type WaitingParts } from './overview-waiting.ts'
import { toRunChart, type RunChart } from './run-chart.ts'
import { toRunDays } from './run-days.ts'
import { isActive } from '../../live/run-report.ts'
import { toHeldPlan, toRunRow, type HeldPlan, type RunRow } from '../run/run-row.ts'
import { summarizeHealth, type HealthSummary } from './health-summary.ts'

/** All texts of the overview page, ready to be escaped and shown. */
export type Overview = {
  verdict: HealthSummary
  live: LiveRun | undefined
  held: HeldPlan[]
  last: RunRow | undefined
  facts: Fact[]
  parts: WaitingParts
  chart: RunChart
  runs: RunRow[]
  audit: AuditRow[]
}

export type OverviewDeps = Pick<
  OpsDeps,
  'log' | 'runs' | 'snapshots' | 'control' | 'health' | 'failing' | 'decisions' | 'audit'
> & { readLiveRun: ReadLiveRun }

/** How far back runs are looked at: the picture’s days, but no more runs than this. */
const runsRead = 400
const runsShown = 6
const daysShown = 30
const failingRead = 1_000
const waitingRead = 200
const auditShown = 5

/** Reads what the overview shows; `now` in milliseconds. */
export async function readOverview(deps: OverviewDeps, now: number): Promise<Overview> {
  const { runs, snapshots, control, health } = deps
  const [list, waiting, mirrored, languages, next, limited, upstreams, oldest] = await Promise.all([
    runs.list(runsRead),
    runs.waiting(),
    snapshots.countMirrored(),
    snapshots.languages(),
    control.nextRunAt(),
    health.limited(),
    health.upstreams(),
    health.oldestUnconfirmed(),
  ])
  const [failing, asked, live, audit] = await Promise.all([
    deps.failing.list(failingRead),
    deps.decisions.list(waitingRead),
    deps.readLiveRun(),
    deps.audit.list(auditShown),
  ])
  const held = waiting.filter(({ state }) => state === 'held')
  const open = asked.waiting.filter(isUndecided)
  const last = list.find(isOver)
  return {
    verdict: summarizeHealth({
      mirrored,
      languages: languages.length,
      runs: list,
      held: held.length,
      failing: failing.failing.length,
      conflicts: open.filter(({ conflict }) => conflict !== undefined).length,
      suspects: open.filter(({ conflict, suspect }) => conflict === undefined && suspect !== undefined)
        .length,
      drift: countDrift(list),
      kept: asked.waiting.filter(({ pending }) => keepsAsItIs(pending)).length,
      moreKept: asked.more,
      workersRunning: health.workersRunning(),
      scheduled: next !== undefined,
      now,
    }),
    live,
    held: held.map(toHeldPlan),
    last: last && toRunRow(last, now),
    facts: [
      nextRunFact(next, now),
      mirroredFact(mirrored, languages.length),
      upstreamFact('Partner', upstreams.partner, limited.partner, now),
      upstreamFact('CMS', upstreams.cms, limited.cms, now),
      unconfirmedFact(oldest, now),
    ],
    parts: toWaitingParts(failing, asked, list),
    chart: toRunChart(toRunDays(list, daysShown, now)),
    runs: list.slice(0, runsShown).map((run) => toRunRow(run, now)),
    audit,
  }
}

function isOver(run: Run): boolean {
  return !isActive(run) && run.state !== 'held' && run.state !== 'planned'
}

import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../../lib/errors.ts'
import { keepsAsItIs } from '../../../core/decisions/pending-decision.ts'
import { isUndecided } from '../../../core/decisions/waiting.ts'
import { countStates, type StateCounts } from '../../../core/decisions/state-matrix.ts'
import type { Run } from '../../../core/record/run.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { mirroredFact, nextRunFact, upstreamFact, unconfirmedFact } from './overview-facts.ts'
import { toOverviewWaiting } from './overview-waiting.ts'
import { toRunChart } from './run-chart.ts'
import { toRunDays } from './run-days.ts'
import { isActive } from '../../live/run-report.ts'
import { toHeldPlan, toRunRow } from '../run/run-summary.ts'
import { summarizeHealth } from './health-summary.ts'

/** The chart covers at most this many runs. */
const runsRead = 400
const runsShown = 6
const daysShown = 30
const failingRead = 1_000
const waitingRead = 200
const auditShown = 5
const statesMs = 1_200

/** `/`: the state of the mirror on one page; 503 when Redis does not answer. */
export function routeOverview(app: FastifyInstance, deps: PageDeps): void {
  const frame = {
    title: 'Overview',
    section: 'overview',
    styles: ['overview.css', 'live.css', 'runs-table.css', 'chart.css'],
  } as const

  app.get('/', async (request, reply) => {
    try {
      const model = await withTimeout(readOverview(deps, Date.now()))
      return await deps.renderPage(request, reply, {
        ...frame,
        view: 'overview',
        model,
        scripts: ['live.js'],
      })
    } catch (error) {
      request.log.error({ err: error }, 'overview not readable')
      const model = { problem: reasonOf(error) }
      return deps.renderPage(request, reply, { ...frame, view: 'unreadable', model, status: 503 })
    }
  })
}

/** Reads the state of the mirror for the overview; `now` in milliseconds. */
async function readOverview(deps: PageDeps, now: number) {
  const { runs, snapshots, control, health } = deps
  const [list, pending, mirrored, languages, next, limited, outages, upstreams, oldest] = await Promise.all([
    runs.list(runsRead),
    runs.waiting(),
    snapshots.countMirrored(),
    snapshots.languages(),
    control.nextRunAt(),
    health.limited(),
    health.outages(),
    health.upstreams(),
    health.oldestUnconfirmed(),
  ])
  const [{ failing }, decisions, states, live, audit] = await Promise.all([
    deps.failing.list(failingRead),
    deps.decisions.list(waitingRead),
    readStateCounts(deps),
    deps.readLiveRun(),
    deps.audit.list(auditShown),
  ])
  const held = pending.filter(({ state }) => state === 'held')
  const undecided = decisions.waiting.filter(isUndecided)
  const conflicts = undecided.filter(({ conflict }) => conflict !== undefined).length
  const last = list.find(isOver)
  const verify = list.find(
    ({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt !== undefined,
  )
  return {
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
      writeFault: health.writeFault(),
      outages,
      scheduled: next !== undefined,
      now,
    }),
    live,
    held: held.map(toHeldPlan),
    last: last && toRunRow(last, now),
    facts: [
      nextRunFact(next, now),
      mirroredFact(mirrored, languages.length, states),
      upstreamFact(
        'Partner',
        upstreams.partner,
        { limitedMs: limited.partner, outage: outages.partner },
        now,
      ),
      upstreamFact('CMS', upstreams.cms, { limitedMs: limited.cms, outage: outages.cms }, now),
      unconfirmedFact(oldest, now),
    ],
    waiting: toOverviewWaiting({ failing, undecided, more: decisions.more, verify }),
    chart: toRunChart(toRunDays(list, daysShown, now)),
    runs: list.slice(0, runsShown).map((run) => toRunRow(run, now)),
    audit,
  }
}

/** Undefined for a mirror so large that the page would be late. */
function readStateCounts({ states }: PageDeps): Promise<StateCounts | undefined> {
  const read = withTimeout(states.read(), { ms: statesMs })
  return read.then(({ cells }) => countStates(cells)).catch(() => undefined)
}

function isOver(run: Run): boolean {
  return !isActive(run) && run.state !== 'held' && run.state !== 'planned'
}

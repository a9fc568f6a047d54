import type { FastifyInstance } from 'fastify'
import { commandText } from '../../../core/reasons/command.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { countStates, type StateCounts } from '../../../core/report/state-matrix.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { readDecisionNames } from '../../../sync/decisions/list-decisions.ts'
import { findOldestUnconfirmed } from '../../../sync/decisions/oldest-unconfirmed.ts'
import { readStates } from '../../../sync/decisions/read-states.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { mirroredFact, nextRunFact, upstreamFacts, unconfirmedFact } from './overview-facts.ts'
import { readSummary } from './read-summary.ts'
import { neededShown, toOverviewWaiting } from './overview-waiting.ts'
import { toWritePauseView } from './write-pause-view.ts'
import { toRunChart } from './run-chart.ts'
import { toRunDays } from './run-days.ts'
import { toHeldPlan, toRunRow } from '../run/run-summary.ts'

const runsShown = 6
const daysShown = 30
const auditShown = 5
const statesMs = 1_200
/** Short, because the page must load while the CMS is slow. */
const namesMs = 800

/** `/`: the state of the mirror on one page; 503 if Redis is unreachable. */
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
  const [summary, oldest, states, live, audit] = await Promise.all([
    readSummary(deps, now),
    findOldestUnconfirmed(deps),
    readStateCounts(deps),
    deps.readLiveRun(),
    deps.audit.list(auditShown),
  ])
  const { health, list, held, last, next, mirrored, languages, undecided, outages } = summary
  const { fieldNames, map, cms } = deps
  const names = await readDecisionNames(
    { fieldNames, map, cms: outages.cms ? undefined : cms },
    undecided.slice(0, neededShown),
    AbortSignal.timeout(namesMs),
  )
  return {
    health,
    live,
    writePause: toWritePauseView(summary.writePause, deps.timeZone),
    held: held.map((run) => toHeldPlan(run, deps.place?.id)),
    last: last && toRunRow(last, now),
    facts: [
      nextRunFact(next, now),
      mirroredFact(mirrored, languages.length, states),
      ...upstreamFacts(summary, now),
      unconfirmedFact(oldest, now),
    ],
    waiting: toOverviewWaiting({ ...summary, names }),
    chart: toRunChart(toRunDays(list, daysShown, now)),
    runs: list.slice(0, runsShown).map((run) => toRunRow(run, now)),
    audit,
    planCommand: commandText({ argv: ['plan'] }, deps.place?.id),
  }
}

/** Undefined for a mirror that is too large to be read in time. */
function readStateCounts(deps: PageDeps): Promise<StateCounts | undefined> {
  const read = withTimeout(readStates(deps), { ms: statesMs })
  return read.then(({ cells }) => countStates(cells)).catch(() => undefined)
}

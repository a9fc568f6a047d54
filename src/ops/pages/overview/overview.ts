import type { FastifyInstance } from 'fastify'
import { commandText } from '../../../core/reasons/command.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { countStates, type StateCounts } from '../../../core/report/state-matrix.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { readDecisionNames } from '../../../sync/decisions/list-decisions.ts'
import { findOldestUnconfirmed } from '../../../sync/decisions/oldest-unconfirmed.ts'
import { readStates } from '../../../sync/decisions/read-states.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { lastDayFact } from './last-day-fact.ts'
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
const statesKeptMs = 5_000
/** Short, because the page must load while the CMS is slow. */
const namesMs = 800

/** `/`: the state of the mirror on one page; 503 if Redis is unreachable. */
export function routeOverview(app: FastifyInstance, deps: PageDeps): void {
  const frame = {
    title: 'Overview',
    section: 'overview',
    styles: ['overview.css', 'live.css', 'runs-table.css', 'chart.css'],
  } as const

  const readStateCounts = createReadStateCounts(deps)

  app.get('/', async (request, reply) => {
    try {
      const model = await withTimeout(readOverview(deps, readStateCounts, Date.now()))
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
async function readOverview(
  deps: PageDeps,
  readStateCounts: () => Promise<StateCounts | undefined>,
  now: number,
) {
  const [summary, oldest, states, live, audit] = await Promise.all([
    readSummary(deps, now),
    findOldestUnconfirmed(deps),
    readStateCounts(),
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
    isNew: list.length === 0,
    last: last && toRunRow(last, now),
    facts: [
      lastDayFact(list, { now, timeZone: deps.timeZone }),
      nextRunFact(next, now),
      mirroredFact(mirrored, languages.length, states),
      ...upstreamFacts(summary, now),
      unconfirmedFact(oldest, now),
    ],
    waiting: toOverviewWaiting({ ...summary, names }),
    chart: toRunChart(toRunDays(list, daysShown, { now, timeZone: deps.timeZone })),
    runs: list.slice(0, runsShown).map((run) => toRunRow(run, now)),
    audit,
    planCommand: commandText({ argv: ['plan'] }, deps.place?.id),
  }
}

/**
 * Counts states, at most once in a few seconds because a large mirror takes most of the time of the page. Undefined for
 * a mirror that is too large to be read in time.
 */
function createReadStateCounts(deps: PageDeps): () => Promise<StateCounts | undefined> {
  let last: { startedAt: number; counts: Promise<StateCounts | undefined> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.startedAt > statesKeptMs) {
      const read = withTimeout(readStates(deps), { ms: statesMs })
      const counts = read.then(({ cells }) => countStates(cells)).catch(() => undefined)
      last = { startedAt: now, counts }
    }
    return last.counts
  }
}

import { toJson } from '../../../lib/text/json.ts'
import { shownStateOf } from '../../../core/report/run-summary.ts'
import type { Run } from '../../../core/run/run.ts'
import { shownStates } from '../../../core/run/run-states.ts'
import { dayAfter, localTime, startOfDay } from '../../../lib/time/time-text.ts'
import type { OpsDeps } from '../../deps.ts'
import { sources, summarize } from '../run/run-summary.ts'
import { compareRuns } from './compare-runs.ts'

/** The filter of the list; days are those of the mirror’s time zone, and include `to`. */
export type RunListFilter = {
  kind: Run['kind'] | undefined
  state: (typeof shownStates)[number] | undefined
  trigger: Run['trigger'] | undefined
  from: string | undefined
  to: string | undefined
}

type Facts = Pick<Run, 'id' | 'kind' | 'trigger' | 'state' | 'createdAt' | 'findings' | 'scope'>

const runsAPage = 50

/** Reads one page of the list; pages count from 1, `now` in milliseconds. */
export async function readRunList(
  { runs, timeZone }: Pick<OpsDeps, 'runs' | 'timeZone'>,
  wanted: RunListFilter,
  page: number,
  now: number,
) {
  const first = (page - 1) * runsAPage
  const until = wanted.to === undefined ? Infinity : startOfDay(dayAfter(wanted.to, 1), timeZone)
  const since = wanted.from === undefined ? 0 : startOfDay(wanted.from, timeZone)
  const matching: Facts[] = []
  /** The previous run of each run: of its kind, for the same products and languages, and complete. */
  const previous = new Map<string, string>()
  const open = new Map<string, string[]>()
  let isEmpty = true
  // Older runs are only read for the comparison.
  for await (const some of runs.walkFacts()) {
    for (const facts of some) {
      isEmpty = false
      const group = groupOf(facts)
      if (isComplete(facts)) {
        for (const id of open.get(group) ?? []) previous.set(id, facts.id)
        open.delete(group)
      }
      const startedAt = Date.parse(facts.createdAt)
      const isOutside = startedAt < since || startedAt >= until
      if (matching.length > first + runsAPage || isOutside || !fits(facts, wanted)) continue
      matching.push(facts)
      if (matching.length > first && isComplete(facts))
        open.set(group, [...(open.get(group) ?? []), facts.id])
    }
    const isFull =
      matching.length > first + runsAPage || some.every(({ createdAt }) => Date.parse(createdAt) < since)
    if (isFull && open.size === 0) break
  }
  const shown = matching.slice(first, first + runsAPage)
  const ids = [...new Set(shown.flatMap(({ id }) => [id, previous.get(id) ?? id]))]
  const read = new Map((await runs.readAll(ids)).map((run) => [run.id, run]))
  const yesterday = dayAfter(localTime(now, timeZone).day, -1)
  return {
    filter: { ...wanted, page },
    isFiltered: Object.values(wanted).some((value) => value !== undefined),
    isEmpty,
    rows: shown.flatMap(({ id }) => {
      const run = read.get(id)
      if (run === undefined) return []
      const before = read.get(previous.get(id) ?? '')
      return [{ ...summarize(run, now), compared: before && compareRuns(run, before, now) }]
    }),
    hasMore: matching.length > first + runsAPage,
    yesterday,
    choices: {
      kinds: ['sync', 'plan', 'verify', 'undo', 'rebuild'],
      states: shownStates,
      triggers: Object.entries(sources).map(([value, label]) => ({ value, label })),
    },
  }
}

function fits(facts: Facts, { kind, state, trigger }: RunListFilter): boolean {
  return (
    (kind === undefined || facts.kind === kind) &&
    (trigger === undefined || facts.trigger === trigger) &&
    (state === undefined || shownStateOf(facts) === state)
  )
}

/** Runs over different products cannot be compared. */
function groupOf({ kind, scope }: Facts): string {
  return toJson([kind, scope.gtins, scope.languages])
}

function isComplete({ state }: Facts): boolean {
  return state === 'done' || state === 'partial' || state === 'failed'
}

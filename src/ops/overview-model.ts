import type { Run } from '../sync/run.ts'
import type { OpsDeps } from './deps.ts'
import { formatCount, formatDuration, formatTime } from './format.ts'
import { isActive, runSeconds } from './run-report.ts'

type Cell = { label: string; text: string; weak: boolean }
type Row = {
  id: string
  kind: string
  trigger: string
  state: string
  createdAt: string
  created: string
  duration: string
  counts: Cell[]
  failure: string | undefined
}
type Held = {
  id: string
  since: { iso: string; text: string }
  messages: string[]
  refusal: string | undefined
  planned: Cell[]
  digest: string | undefined
  /** Pages of which the report shows how they would change. */
  samples: number
  command: string[]
}

/** All texts of the overview page, ready to be escaped and shown. */
export type Overview = {
  facts: { label: string; text: string; note: string }[]
  held: Held[]
  runs: Row[]
  active: boolean
}

const runsShown = 20

const shownCounts = [
  'records',
  'created',
  'updated',
  'unchanged',
  'retired',
  'restored',
  'kept',
  'held',
  'failed',
] as const

/** Reads what the overview shows; `now` in milliseconds. */
export async function readOverview(
  { runs, snapshots, control, health }: Pick<OpsDeps, 'runs' | 'snapshots' | 'control' | 'health'>,
  now: number,
): Promise<Overview> {
  const [list, waiting, mirrored, languages, next, limited] = await Promise.all([
    runs.list(runsShown),
    runs.waiting(),
    snapshots.countMirrored(),
    snapshots.languages(),
    control.nextRunAt(),
    health.limited(),
  ])
  return {
    facts: [
      {
        label: 'Mirrored records',
        text: formatCount(mirrored),
        note: languages.length === 1 ? 'in 1 language' : `in ${formatCount(languages.length)} languages`,
      },
      nextRun(next, now),
      side('Partner', limited.partner),
      side('CMS', limited.cms),
    ],
    held: waiting.filter(({ state }) => state === 'held').map(toHeld),
    runs: list.map((run) => toRow(run, now)),
    active: list.some(isActive),
  }
}

function nextRun(next: Date | undefined, now: number) {
  const label = 'Next run'
  if (next === undefined) return { label, text: 'not scheduled', note: 'start one by command or API' }
  const seconds = (next.getTime() - now) / 1000
  return {
    label,
    text: seconds > 0 ? `in ${formatDuration(Math.ceil(seconds))}` : 'due now',
    note: formatTime(next.toISOString()),
  }
}

function side(label: string, limitedMs: number) {
  return limitedMs > 0
    ? {
        label,
        text: `waits ${formatDuration(Math.ceil(limitedMs / 1000))}`,
        note: 'it asked us to slow down',
      }
    : { label, text: 'free', note: 'no limit in force' }
}

function toHeld(run: Run): Held {
  const { id, guards, planned, refusal, planDigest, samples } = run
  const since = run.finishedAt ?? run.createdAt
  return {
    id,
    since: { iso: since, text: formatTime(since) },
    messages: guards.map(({ message }) => message),
    refusal,
    planned: Object.entries(planned).map(([label, count]) => toCell(label, count)),
    digest: planDigest?.slice(0, 12),
    samples: new Set(samples.map(({ pageId }) => pageId)).size,
    command: ['product-mirror', 'approve', id],
  }
}

function toRow(run: Run, now: number): Row {
  const seconds = runSeconds(run, now)
  return {
    id: run.id,
    kind: run.kind,
    trigger: run.trigger,
    state: run.state,
    createdAt: run.createdAt,
    created: formatTime(run.createdAt),
    duration: seconds === undefined ? '–' : formatDuration(seconds),
    counts: shownCounts.map((name) => toCell(name, run.counts[name])),
    failure: run.failure && `${run.failure.side}: ${run.failure.message}`,
  }
}

function toCell(label: string, count: number): Cell {
  return { label, text: formatCount(count), weak: count === 0 }
}

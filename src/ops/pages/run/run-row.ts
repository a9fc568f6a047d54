import type { Run } from '../../../core/record/run.ts'
import { formatCount, formatDuration, formatTime } from '../../http/format.ts'
import { sentenceOf } from '../../http/without-commands.ts'
import { runSeconds } from '../../live/run-report.ts'

export type Cell = { label: string; text: string; weak: boolean }

/** A run as a row of a table, ready to be escaped and shown. */
export type RunRow = {
  id: string
  url: string
  kind: string
  trigger: string
  state: string
  createdAt: string
  created: string
  duration: string
  counts: Cell[]
  failure: string | undefined
}

/** A plan that waits, with its numbers. */
export type HeldPlan = {
  id: string
  url: string
  since: { iso: string; text: string }
  messages: string[]
  refusal: string | undefined
  planned: Cell[]
  digest: string | undefined
  /** Pages of which the report shows how they would change. */
  samples: number
}

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

/** The row of a run; `now` in milliseconds. */
export function toRunRow(run: Run, now: number): RunRow {
  const seconds = runSeconds(run, now)
  return {
    id: run.id,
    url: urlOf(run),
    kind: run.kind,
    trigger: run.trigger,
    state: run.state,
    createdAt: run.createdAt,
    created: formatTime(run.createdAt),
    duration: seconds === undefined ? '–' : formatDuration(seconds),
    counts: shownCounts.map((name) => toCell(name, run.counts[name])),
    failure: run.failure && `${run.failure.cause}: ${run.failure.message}`,
  }
}

/** A held run’s plan. */
export function toHeldPlan(run: Run): HeldPlan {
  const { id, guards, planned, refusal, planDigest, samples } = run
  const since = run.finishedAt ?? run.createdAt
  return {
    id,
    url: urlOf(run),
    since: { iso: since, text: formatTime(since) },
    messages: guards.map(({ message }) => sentenceOf(message)),
    refusal,
    planned: Object.entries(planned).map(([label, count]) => toCell(label, count)),
    digest: planDigest?.slice(0, 12),
    samples: new Set(samples.map(({ pageId }) => pageId)).size,
  }
}

function urlOf({ id }: Run): string {
  return `/runs/${encodeURIComponent(id)}`
}

function toCell(label: string, count: number): Cell {
  return { label, text: formatCount(count), weak: count === 0 }
}

import type { FindingKind } from '../../core/page/finding.ts'
import { isWhole, Run, RunState } from '../../core/run/run.ts'
import { isActive, runSeconds } from '../live/run-report.ts'
import { samplesBy, toSeconds, type Sample, type Samples } from './sample.ts'
import { Guard } from '../../core/reasons/guard-verdict.ts'

/** The metrics of the last run of each kind; `runs` newest first, `now` in milliseconds. */
export function toRunSamples(runs: readonly Run[], now: number): Samples {
  const lasts = firstOfEachKind(runs)
  // A run over some records proves nothing about the others.
  const whole = runs.filter(isWhole)
  const succeeded = whole.filter(({ state }) => state === 'done' || state === 'planned')
  const ended = whole.filter((run) => succeeded.includes(run) || run.state === 'partial')
  const verified = runs.find(
    ({ kind, state }) => kind === 'verify' && (state === 'done' || state === 'partial'),
  )
  return {
    run_active: [{ value: runs.some(isActive) ? 1 : 0 }],
    last_run_state: lasts.flatMap(({ kind, state }) =>
      RunState.options.map((one) => ({ value: state === one ? 1 : 0, labels: { kind, state: one } })),
    ),
    last_run_records: each(lasts, (run) => run.counts.records),
    last_run_outcomes: lasts.flatMap(({ kind, counts }) =>
      samplesBy('result', { ...counts, records: undefined }, { kind }),
    ),
    last_run_media: lasts.flatMap(({ kind, media }) => samplesBy('result', media, { kind })),
    last_run_requests: lasts.flatMap(({ kind, requests }) => samplesBy('target', requests, { kind })),
    last_run_duration_seconds: each(lasts, (run) => runSeconds(run, now)),
    last_run_created_timestamp_seconds: each(lasts, (run) => toSeconds(run.createdAt)),
    last_run_finished_timestamp_seconds: each(lasts, (run) => toSeconds(run.finishedAt)),
    last_success_timestamp_seconds: each(firstOfEachKind(succeeded), (run) => toSeconds(run.finishedAt)),
    last_whole_run_timestamp_seconds: each(firstOfEachKind(ended), (run) => toSeconds(run.finishedAt)),
    ...(verified && { verify_findings: samplesBy('finding', { ...noFindings, ...verified.findings }) }),
  }
}

export function toHeldSamples(pending: readonly Run[]): Samples {
  const held = pending.filter(({ state }) => state === 'held')
  const since = held.map((run) => toSeconds(run.finishedAt ?? run.createdAt) ?? 0)
  return {
    run_held: [{ value: held.length > 0 ? 1 : 0 }],
    held_plans: Guard.options.map((guard) => ({
      value: held.filter(({ guards }) => guards.some((verdict) => verdict.guard === guard)).length,
      labels: { guard },
    })),
    ...(since.length > 0 && {
      held_plan_since_timestamp_seconds: [{ value: since.reduce((first, next) => Math.min(first, next)) }],
    }),
  }
}

const noFindings: Record<FindingKind, number> = {
  missing: 0,
  edited: 0,
  moved: 0,
  trashed: 0,
  duplicate: 0,
  foreign: 0,
  stale: 0,
  invisible: 0,
  file: 0,
  links: 0,
}

function firstOfEachKind(runs: readonly Run[]): Run[] {
  return Run.shape.kind.options.flatMap((kind) => runs.find((run) => run.kind === kind) ?? [])
}

function each(runs: readonly Run[], pick: (run: Run) => number | undefined): Sample[] {
  return runs.flatMap((run) => {
    const value = pick(run)
    return value === undefined ? [] : [{ value, labels: { kind: run.kind } }]
  })
}

import type { FindingKind } from '../../core/page/finding.ts'
import { GuardVerdict, isWhole, Run, RunState } from '../../core/record/run.ts'
import { isActive, runSeconds } from '../live/run-report.ts'
import type { Sample, Samples } from './sample.ts'

/** The metrics of the last run of each kind; `runs` newest first, `now` in milliseconds. */
export function toRunSamples(runs: readonly Run[], now: number): Samples {
  const lasts = firstOfEachKind(runs)
  // A run over some records says nothing about the others.
  const whole = runs.filter(isWhole)
  const successes = firstOfEachKind(whole.filter(({ state }) => state === 'done' || state === 'planned'))
  const ended = firstOfEachKind(
    whole.filter(({ state }) => state === 'done' || state === 'partial' || state === 'planned'),
  )
  const verified = runs.find(
    ({ kind, state }) => kind === 'verify' && (state === 'done' || state === 'partial'),
  )
  return {
    run_active: [{ value: runs.some(isActive) ? 1 : 0 }],
    last_run_state: named(lasts, 'state', (run) =>
      RunState.options.map((state) => [state, run.state === state ? 1 : 0]),
    ),
    last_run_records: each(lasts, (run) => run.counts.records),
    last_run_outcomes: named(lasts, 'result', (run) =>
      Object.entries(run.counts).filter(([result]) => result !== 'records'),
    ),
    last_run_media: named(lasts, 'result', (run) => Object.entries(run.media)),
    last_run_requests: named(lasts, 'target', (run) => Object.entries(run.requests)),
    last_run_duration_seconds: each(lasts, (run) => runSeconds(run, now)),
    last_run_created_timestamp_seconds: each(lasts, (run) => toSeconds(run.createdAt)),
    last_run_finished_timestamp_seconds: each(lasts, (run) => toSeconds(run.finishedAt)),
    last_success_timestamp_seconds: each(successes, (run) => toSeconds(run.finishedAt)),
    last_whole_run_timestamp_seconds: each(ended, (run) => toSeconds(run.finishedAt)),
    ...(verified && { verify_findings: toFindings(verified) }),
  }
}

/** The metrics of held plans. */
export function toHeldSamples(pending: readonly Run[]): Samples {
  const held = pending.filter(({ state }) => state === 'held')
  const since = held.map((run) => toSeconds(run.finishedAt ?? run.createdAt) ?? 0)
  return {
    run_held: [{ value: held.length > 0 ? 1 : 0 }],
    held_plans: GuardVerdict.shape.guard.options.map((guard) => ({
      value: held.filter(({ guards }) => guards.some((verdict) => verdict.guard === guard)).length,
      labels: { guard },
    })),
    ...(since.length > 0 && { held_plan_since_timestamp_seconds: [{ value: Math.min(...since) }] }),
  }
}

const findingKinds = Object.keys({
  missing: true,
  edited: true,
  moved: true,
  trashed: true,
  duplicate: true,
  foreign: true,
  stale: true,
} satisfies Record<FindingKind, true>)

function toFindings({ findings = {} }: Run): Sample[] {
  return findingKinds.map((finding) => ({ value: findings[finding] ?? 0, labels: { finding } }))
}

function firstOfEachKind(runs: readonly Run[]): Run[] {
  return Run.shape.kind.options.flatMap((kind) => runs.find((run) => run.kind === kind) ?? [])
}

/** One sample for each run that has the value. */
function each(runs: readonly Run[], pick: (run: Run) => number | undefined): Sample[] {
  return runs.flatMap((run) => {
    const value = pick(run)
    return value === undefined ? [] : [{ value, labels: { kind: run.kind } }]
  })
}

/** One sample for each run and name; the name goes into the label. */
function named(runs: readonly Run[], label: string, pick: (run: Run) => [string, number][]): Sample[] {
  return runs.flatMap((run) =>
    pick(run).map(([name, value]) => ({ value, labels: { kind: run.kind, [label]: name } })),
  )
}

function toSeconds(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso) / 1000
}

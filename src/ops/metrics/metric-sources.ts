import { countStates } from '../../core/report/state-matrix.ts'
import { listFailing } from '../../sync/decisions/list-failing.ts'
import { findOldestUnconfirmed } from '../../sync/decisions/oldest-unconfirmed.ts'
import { readStates } from '../../sync/decisions/read-states.ts'
import type { OpsDeps } from '../deps.ts'
import type { Heartbeat } from '../health/heartbeat.ts'
import { toHeldSamples, toRunSamples } from './run-samples.ts'
import { samplesBy, toSeconds, type Samples } from './sample.ts'

/** Reads metrics of one kind. */
export type Source = () => Promise<Samples>

/** The last run of each kind is searched in this many runs. */
const runsRead = 100

/** Sources of metrics of a mirror, read separately so that a failing source does not hide the others. */
export const sources: Readonly<Record<string, (deps: OpsDeps) => Promise<Samples>>> = {
  snapshots: async ({ snapshots }) => ({
    records_mirrored: [{ value: await snapshots.countMirrored() }],
    languages: [{ value: (await snapshots.languages()).length }],
  }),
  states: async (deps) => {
    const { none: _none, ...counts } = countStates((await readStates(deps)).cells)
    return { records: samplesBy('state', counts) }
  },
  failing: async (deps) => ({
    failing_records: [{ value: await deps.failing.count() }],
    quarantined_records: [{ value: (await listFailing(deps, 0)).quarantined }],
  }),
  waiting: async ({ conflicts, suspects, deferrals, missingAssets }) => {
    const counts = [conflicts, suspects, deferrals, missingAssets].map((table) => table.count())
    const [conflict, suspect, editor, file] = await Promise.all(counts)
    return { waiting_records: samplesBy('reason', { conflict, suspect, editor, file }) }
  },
  sizes: async ({ wantedSizes }) => ({ images_without_sizes: [{ value: await wantedSizes.count() }] }),
  unconfirmed: async (deps) => {
    const since = toSeconds((await findOldestUnconfirmed(deps))?.since)
    return since === undefined ? {} : { oldest_unconfirmed_timestamp_seconds: [{ value: since }] }
  },
  held: async ({ runs }) => toHeldSamples(await runs.waiting()),
  runs: async ({ runs }) => toRunSamples(await runs.list(runsRead), Date.now()),
  schedule: async ({ control }) => {
    const next = await control.nextRunAt()
    return next ? { next_run_timestamp_seconds: [{ value: next.getTime() / 1000 }] } : {}
  },
  queues: async ({ queues }) => {
    const counts = await Promise.all(
      queues.map(async (queue) => ({ name: queue.name, byState: await queue.getJobCounts() })),
    )
    return {
      queue_jobs: counts.flatMap(({ name, byState }) => samplesBy('state', byState, { queue: name })),
      notices: counts
        .filter(({ name }) => name === 'notices')
        .flatMap(({ byState: { waiting = 0, delayed = 0, active = 0, failed = 0 } }) =>
          samplesBy('state', { waiting: waiting + delayed + active, given_up: failed }),
        ),
    }
  },
  limits: async ({ health }) => {
    const { partner, cms } = health.limited()
    const until = (ms: number) => (ms > 0 ? (Date.now() + ms) / 1000 : undefined)
    return {
      upstream_limited_seconds: samplesBy('upstream', { partner: partner / 1000, cms: cms / 1000 }),
      upstream_limited_until_timestamp_seconds: samplesBy('upstream', {
        partner: until(partner),
        cms: until(cms),
      }),
    }
  },
  pauses: async ({ writeGate }) => {
    const pause = await writeGate.find()
    const isFor = (code: string): number => (pause?.code === code ? 1 : 0)
    return {
      writes_paused: samplesBy('reason', {
        paused: isFor('paused'),
        'outside-windows': isFor('outside-windows'),
      }),
      writes_paused_until_timestamp_seconds:
        pause === undefined ? [] : samplesBy('reason', { [pause.code]: toSeconds(pause.until) }),
    }
  },
  outages: async ({ health }) => {
    const { partner, cms } = health.outages()
    return {
      upstream_silent_since_timestamp_seconds: samplesBy('upstream', {
        partner: toSeconds(partner?.since),
        cms: toSeconds(cms?.since),
      }),
    }
  },
  upstreams: async ({ health }) => {
    const { partner, cms } = await health.upstreams()
    const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000)
    return {
      upstream_requests: samplesBy('upstream', { partner: partner.requests, cms: cms.requests }),
      upstream_failed_requests: samplesBy('upstream', { partner: partner.failed, cms: cms.failed }),
      upstream_latency_seconds: Object.entries({ partner, cms }).flatMap(
        ([upstream, { halfWithinMs, mostWithinMs }]) =>
          samplesBy(
            'quantile',
            { '0.5': seconds(halfWithinMs), '0.95': seconds(mostWithinMs) },
            { upstream },
          ),
      ),
    }
  },
}

/** Metrics that all mirrors of a process share. */
export async function sourceOfProcess(heartbeat: Heartbeat): Promise<Samples> {
  return { event_loop_late_seconds: [{ value: heartbeat.lateMs() / 1000 }] }
}

import type { OpsDeps } from '../deps.ts'
import type { Heartbeat } from '../health/heartbeat.ts'
import { toHeldSamples, toRunSamples } from './run-samples.ts'
import type { Sample, Samples } from './sample.ts'
import { toLimitSamples, toUpstreamSamples } from './api-samples.ts'

export type MetricDeps = Pick<
  OpsDeps,
  'log' | 'queues' | 'runs' | 'snapshots' | 'tables' | 'failing' | 'control' | 'health'
> & {
  heartbeat: Heartbeat
}

/** Of how many runs the last one of each kind is searched. */
const runsRead = 100

/** Sources of metrics, read separately, so that one that fails hides no other. */
export const sources: readonly { name: string; read: (deps: MetricDeps) => Promise<Samples> }[] = [
  {
    name: 'snapshots',
    read: async ({ snapshots }) => ({
      records_mirrored: [{ value: await snapshots.countMirrored() }],
      languages: [{ value: (await snapshots.languages()).length }],
    }),
  },
  {
    name: 'failing',
    read: async ({ failing, tables }) => ({
      failing_records: [{ value: await tables.failing.count() }],
      quarantined_records: [{ value: (await failing.list(0)).quarantined }],
    }),
  },
  { name: 'waiting', read: readWaiting },
  {
    name: 'unconfirmed',
    read: async ({ health }) => {
      const oldest = await health.oldestUnconfirmed()
      if (oldest === undefined) return {}
      return { oldest_unconfirmed_timestamp_seconds: [{ value: Date.parse(oldest.since) / 1000 }] }
    },
  },
  { name: 'held', read: async ({ runs }) => toHeldSamples(await runs.waiting()) },
  { name: 'runs', read: async ({ runs }) => toRunSamples(await runs.list(runsRead), Date.now()) },
  {
    name: 'schedule',
    read: async ({ control }) => {
      const next = await control.nextRunAt()
      return next ? { next_run_timestamp_seconds: [{ value: next.getTime() / 1000 }] } : {}
    },
  },
  {
    name: 'queues',
    read: async ({ queues }) => {
      const counts = await Promise.all(
        queues.map(async (queue) => ({ queue: queue.name, byState: await queue.getJobCounts() })),
      )
      return {
        queue_jobs: counts.flatMap(({ queue, byState }) =>
          Object.entries(byState).map(([state, value]) => ({ value, labels: { queue, state } })),
        ),
        notices: counts
          .filter(({ queue }) => queue === 'notices')
          .flatMap(({ byState }) => toNotices(byState)),
      }
    },
  },
  {
    name: 'limits',
    read: async ({ health }) => toLimitSamples(await health.limited(), Date.now()),
  },
  { name: 'upstreams', read: async ({ health }) => toUpstreamSamples(await health.upstreams()) },
  {
    name: 'process',
    read: async ({ heartbeat }) => ({ event_loop_late_seconds: [{ value: heartbeat.lateMs() / 1000 }] }),
  },
]

async function readWaiting({ tables }: MetricDeps): Promise<Samples> {
  const { conflicts, suspects, deferrals, missingAssets } = tables
  const waiting = { conflict: conflicts, suspect: suspects, editor: deferrals, file: missingAssets }
  const samples = Object.entries(waiting).map(async ([reason, table]) => ({
    value: await table.count(),
    labels: { reason },
  }))
  return { waiting_records: await Promise.all(samples) }
}

function toNotices(byState: Readonly<Record<string, number>>): Sample[] {
  const { waiting = 0, delayed = 0, active = 0, failed = 0 } = byState
  return [
    { value: waiting + delayed + active, labels: { state: 'waiting' } },
    { value: failed, labels: { state: 'given_up' } },
  ]
}

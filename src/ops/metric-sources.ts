import type { OpsDeps } from './deps.ts'
import type { Heartbeat } from './heartbeat.ts'
import { toHeldSamples, toRunSamples } from './run-samples.ts'
import { toLimitSamples, toSideSamples } from './side-samples.ts'

export type MetricDeps = Pick<
  OpsDeps,
  'log' | 'queues' | 'runs' | 'snapshots' | 'tables' | 'failing' | 'control' | 'health'
> & {
  heartbeat: Heartbeat
}

export type Sample = { value: number; labels?: Record<string, string> }

/** Help text and labels of each metric, named without its prefix `product_mirror_`. */
export const metricHelp = {
  records_mirrored: ['Records whose page is mirrored.'],
  languages: ['Languages that have any page.'],
  failing_records: ['Records that failed in the last run that looked at them.'],
  quarantined_records: ['Records that failed too often and are left alone for a while.'],
  waiting_records: [
    'Records that wait, by what for: a person about a conflict or a suspect version, an editor who has the page open, a file.',
    'reason',
  ],
  oldest_unconfirmed_timestamp_seconds: [
    'Since when the record waits that has been unconfirmed for longest; absent when none is.',
  ],
  run_held: ['1 while a run waits for approval.'],
  held_plans: ['Plans that wait for approval by the guard that holds them.', 'guard'],
  held_plan_since_timestamp_seconds: ['Since when the oldest held plan waits; absent when none does.'],
  run_active: ['1 while a run is at work.'],
  next_run_timestamp_seconds: ['When the schedule starts the next run; absent without a schedule.'],
  last_run_state: ['1 for the state of the last run.', 'kind', 'state'],
  last_run_records: ['Records that the last run looked at.', 'kind'],
  last_run_outcomes: ['Records of the last run by what became of them.', 'kind', 'result'],
  last_run_media: ['Media of the last run by what became of them.', 'kind', 'result'],
  last_run_requests: ['Requests of the last run by where they went.', 'kind', 'target'],
  last_run_duration_seconds: ['How long the last run took, or takes by now.', 'kind'],
  last_run_created_timestamp_seconds: ['When the last run was created.', 'kind'],
  last_run_finished_timestamp_seconds: ['When the last run ended; absent while it is at work.', 'kind'],
  last_success_timestamp_seconds: ['When a run over everything last ended without a failed record.', 'kind'],
  last_whole_run_timestamp_seconds: [
    'When a run over everything last came to its end, be it with failed records.',
    'kind',
  ],
  verify_findings: ['Pages that the last verify found not as the mirror left them, by how.', 'finding'],
  notices: ['Notices to people: waiting for a try, or given up in the last week.', 'state'],
  queue_jobs: ['Jobs by queue and state.', 'queue', 'state'],
  side_limited_seconds: ['For how long a side still asks the fleet to wait.', 'side'],
  side_limited_until_timestamp_seconds: [
    'Until when a side asks the fleet to wait; absent when it does not.',
    'side',
  ],
  side_requests: ['Requests of the fleet in the last minutes.', 'side'],
  side_failed_requests: ['Those of them that got no usable answer.', 'side'],
  side_latency_seconds: ['Within which time so many of the last answers came.', 'side', 'quantile'],
  event_loop_late_seconds: ['By how much the last heartbeat of the event loop was late.'],
  scrape_failed: ['1 when a source of these metrics did not answer.', 'source'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type Samples = Partial<Record<keyof typeof metricHelp, Sample[]>>

/** How far back the last run of each kind is looked for. */
const runsRead = 100

/** Where the metrics come from, each read by itself so that one that fails hides no other. */
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
  { name: 'sides', read: async ({ health }) => toSideSamples(await health.sides()) },
  {
    name: 'process',
    read: async ({ heartbeat }) => ({ event_loop_late_seconds: [{ value: heartbeat.lateMs() / 1000 }] }),
  },
]

async function readWaiting({ tables }: MetricDeps): Promise<Samples> {
  const { conflicts, suspects, deferrals, lacking } = tables
  const waiting = { conflict: conflicts, suspect: suspects, editor: deferrals, file: lacking }
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

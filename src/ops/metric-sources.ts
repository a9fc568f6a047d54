import type { OpsDeps } from './deps.ts'
import type { Heartbeat } from './heartbeat.ts'
import { toHeldSamples, toRunSamples } from './run-samples.ts'

export type MetricDeps = Pick<
  OpsDeps,
  'log' | 'queues' | 'runs' | 'snapshots' | 'failing' | 'control' | 'health'
> & {
  heartbeat: Heartbeat
}

export type Sample = { value: number; labels?: Record<string, string> }

/** Help text and labels of each metric, named without its prefix `product_mirror_`. */
export const metricHelp = {
  records_mirrored: ['Records whose page is mirrored.'],
  languages: ['Languages that have any page.'],
  quarantined_records: ['Records that failed too often and are left alone for a while.'],
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
  last_success_timestamp_seconds: ['When a run last ended without a failed record.', 'kind'],
  queue_jobs: ['Jobs by queue and state.', 'queue', 'state'],
  side_limited_seconds: ['For how long a side still asks the fleet to wait.', 'side'],
  event_loop_late_seconds: ['By how much the last heartbeat of the event loop was late.'],
  scrape_failed: ['1 when a source of these metrics did not answer.', 'source'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type Samples = Partial<Record<keyof typeof metricHelp, Sample[]>>

/** How far back the last run of each kind is looked for. */
const runsRead = 50

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
    read: async ({ failing }) => ({
      quarantined_records: [{ value: (await failing.list(0)).quarantined }],
    }),
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
      }
    },
  },
  {
    name: 'limits',
    read: async ({ health }) => ({
      side_limited_seconds: Object.entries(await health.limited()).map(([side, ms]) => ({
        value: ms / 1000,
        labels: { side },
      })),
    }),
  },
  {
    name: 'process',
    read: async ({ heartbeat }) => ({ event_loop_late_seconds: [{ value: heartbeat.lateMs() / 1000 }] }),
  },
]

import { ErrorCode } from 'bullmq'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { jobName, type Queues } from './queues.ts'

type Schedule = { cron: string; tz: string } | undefined

/** The scheduler of each kind, and the name of its jobs. */
export const schedulers = {
  sync: { id: 'resync', name: 'tick' },
  verify: { id: 'verify', name: 'verify-tick' },
} as const

/** Another process may hold the tick of this moment, and with it the id (BullMQ, `addJobScheduler`). */
const whileTickIsTaken = retry(
  handleWhen(
    (error) => error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision,
  ),
  { maxAttempts: 20, backoff: new ConstantBackoff(500) },
)

/** Registers the configured schedules in Redis. Each process does so at startup; the last to start wins. */
export async function applySchedules(
  queues: Queues,
  schedules: Record<keyof typeof schedulers, Schedule>,
): Promise<void> {
  for (const kind of ['sync', 'verify'] as const) {
    const { id, name } = schedulers[kind]
    const schedule = schedules[kind]
    if (schedule === undefined) await queues.runs.removeJobScheduler(id)
    else
      await whileTickIsTaken.execute(() =>
        queues.runs.upsertJobScheduler(
          id,
          { pattern: schedule.cron, tz: schedule.tz },
          { name: jobName(name), data: {} },
        ),
      )
  }
}

/** When the schedule starts the next run of this kind. */
export async function nextRunAt(
  queues: Queues,
  kind: keyof typeof schedulers = 'sync',
): Promise<Date | undefined> {
  const scheduler = await queues.runs.getJobScheduler(schedulers[kind].id)
  return scheduler?.next === undefined ? undefined : new Date(scheduler.next)
}

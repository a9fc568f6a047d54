import { ErrorCode } from 'bullmq'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import type { Queues } from './queues.ts'

type Schedule = { cron: string; tz: string } | undefined

const schedulers = {
  sync: { id: 'resync', name: 'tick' },
  verify: { id: 'verify', name: 'verify-tick' },
} as const

/**
 * The tick of this very moment is in another process's hands: its id is taken (BullMQ, `addJobScheduler`). A moment
 * later it is the next tick's turn.
 */
const whileTickIsTaken = retry(
  handleWhen(
    (error) => error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision,
  ),
  { maxAttempts: 20, backoff: new ConstantBackoff(500) },
)

/** Makes the schedules in Redis what the configuration says; every process may do so, the last word counts. */
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
        queues.runs.upsertJobScheduler(id, { pattern: schedule.cron, tz: schedule.tz }, { name, data: {} }),
      )
  }
}

/** When the schedule starts the next run of a kind. */
export async function nextRunAt(
  queues: Queues,
  kind: keyof typeof schedulers = 'sync',
): Promise<Date | undefined> {
  const scheduler = await queues.runs.getJobScheduler(schedulers[kind].id)
  return scheduler?.next === undefined ? undefined : new Date(scheduler.next)
}

import type { Queues } from './queues.ts'

const schedulerId = 'resync'

/** Makes the schedule in Redis what the configuration says; every process may do so, the last word counts. */
export async function applySchedule(
  queues: Queues,
  schedule: { cron: string; tz: string } | undefined,
): Promise<void> {
  if (schedule === undefined) await queues.runs.removeJobScheduler(schedulerId)
  else
    await queues.runs.upsertJobScheduler(
      schedulerId,
      { pattern: schedule.cron, tz: schedule.tz },
      { name: 'tick', data: {} },
    )
}

/** When the schedule starts the next run. */
export async function nextRunAt(queues: Queues): Promise<Date | undefined> {
  const scheduler = await queues.runs.getJobScheduler(schedulerId)
  return scheduler?.next === undefined ? undefined : new Date(scheduler.next)
}

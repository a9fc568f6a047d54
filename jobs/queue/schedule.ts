import { ErrorCode, getNextMillis, type JobsOptions } from 'bullmq'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { CronExpressionParser } from 'cron-parser'
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

/**
 * Registers the configured schedules in Redis. Each process does so at startup; the last to start wins. A
 * tick that was due while no process ran, or that waits behind another job, is not replaced, because BullMQ
 * would replace it by the next one.
 */
export async function applySchedules(
  queues: Queues,
  schedules: Record<keyof typeof schedulers, Schedule>,
): Promise<void> {
  for (const kind of ['sync', 'verify'] as const) {
    const { id, name } = schedulers[kind]
    const schedule = schedules[kind]
    if (schedule === undefined) await queues.runs.removeJobScheduler(id)
    else if (!(await isDue(queues, kind, schedule))) await register(queues, id, schedule, jobName(name))
  }
}

/**
 * Registers again each schedule whose next tick was registered while a clock was ahead: all ticks before it
 * would be skipped. `now`: ms since 1970.
 */
export async function reapplyLateSchedules(queues: Queues, now: number): Promise<void> {
  for (const { id } of Object.values(schedulers)) {
    const { pattern, tz, next, name } = (await queues.runs.getJobScheduler(id)) ?? {}
    if (pattern === undefined || next === undefined || name === undefined) continue
    const due = getNextMillis(now, { pattern, ...(tz && { tz }) })
    if (due !== undefined && next > due) await register(queues, id, { cron: pattern, tz }, name)
  }
}

async function register(
  queues: Queues,
  id: string,
  { cron, tz }: { cron: string; tz: string | undefined },
  name: string,
): Promise<void> {
  await removeEarlyTicks(queues, id)
  await whileTickIsTaken.execute(() =>
    queues.runs.upsertJobScheduler(id, { pattern: cron, ...(tz && { tz }) }, { name, data: {} }),
  )
}

/**
 * Removes ticks that ended before they were due, because a clock was ahead. BullMQ adds no second tick of the
 * same moment: it would refuse the schedule, or end it silently at that moment.
 */
async function removeEarlyTicks({ runs }: Queues, id: string): Promise<void> {
  const prefix = `repeat:${id}:`
  const now = Date.now()
  for (const ended of await runs.getRanges(['completed', 'failed'], 0, -1))
    if (ended.startsWith(prefix) && Number(ended.slice(prefix.length)) > now) await runs.remove(ended)
}

/**
 * Whether a tick of this schedule is due and not taken yet. If the due tick is of another schedule, a
 * separate job replaces it.
 */
async function isDue(
  { runs }: Queues,
  kind: keyof typeof schedulers,
  { cron, tz }: NonNullable<Schedule>,
): Promise<boolean> {
  const { id, name } = schedulers[kind]
  const known = await runs.getJobScheduler(id)
  if (known?.next === undefined || known.next > Date.now()) return false
  const tick = await runs.getJob(`repeat:${id}:${known.next}`)
  const state = await tick?.getState()
  if (state !== 'delayed' && state !== 'waiting' && state !== 'prioritized') return false
  if (known.pattern === cron && known.tz === tz && known.name === jobName(name)) return true
  await runs.add(jobName(name), {}, laterOptions(name))
  return false
}

/** Options of a tick that starts its run later than scheduled; the fixed id prevents further ticks. */
export function laterOptions(name: string): JobsOptions & { jobId: string } {
  return { jobId: `${name}-later`, removeOnComplete: true, removeOnFail: true }
}

/** The time of the next scheduled run of this kind. */
export async function nextRunAt(
  queues: Queues,
  kind: keyof typeof schedulers = 'sync',
): Promise<Date | undefined> {
  const scheduler = await queues.runs.getJobScheduler(schedulers[kind].id)
  return scheduler?.next === undefined ? undefined : new Date(scheduler.next)
}

/** A sync that was due less than this ago may still be active. */
const graceMs = 2 * 3_600_000

/** When the last scheduled sync was due that should have ended by `now`; undefined without a schedule. */
export async function lastDueAt({ runs }: Queues, now: Date): Promise<Date | undefined> {
  const scheduler = await runs.getJobScheduler(schedulers.sync.id)
  if (scheduler?.pattern === undefined) return undefined
  const currentDate = new Date(now.getTime() - graceMs)
  const { tz } = scheduler
  return CronExpressionParser.parse(scheduler.pattern, { currentDate, ...(tz && { tz }) })
    .prev()
    .toDate()
}

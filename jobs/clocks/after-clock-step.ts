import type { Queue } from 'bullmq'
import { inChunks } from '../../src/lib/chunks.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { wholeMs } from '../../src/lib/time/whole-ms.ts'
import type { JobDeps } from '../queue/job-deps.ts'
import { queueNames } from '../queue/queues.ts'
import { reapplyLateSchedules } from '../queue/schedule.ts'

/** A job that is due this much later than its delay was delayed by a clock that was ahead. */
const tolerableMs = 60_000

/** A smaller step does not make a job wait for long. */
const noticedMs = 30_000

const checkEveryMs = 60_000

/**
 * Corrects the queues now, and whenever the clock of this process or of Redis is set back. BullMQ and Redis
 * store absolute times: once a clock that was three hours ahead is corrected, every wait would be three hours
 * longer.
 */
export async function watchClocks(deps: JobDeps, jobLockMs: number): Promise<{ stop(): Promise<void> }> {
  const { log } = deps.sync
  /** How far the clocks were ahead of the monotonic clock, in ms; undefined until the queues were corrected. */
  let known: readonly number[] | undefined
  const check = async (): Promise<void> => {
    try {
      const shared = await deps.sharedNow()
      const own = Date.now()
      const elapsed = performance.now()
      const ahead = [own - elapsed, shared - elapsed]
      const isSetBack = known?.some((before, index) => before - (ahead[index] ?? 0) > noticedMs) ?? true
      if (isSetBack) await correctQueues(deps, jobLockMs, Math.max(own, shared))
      known = isSetBack ? ahead : ahead.map((value, index) => Math.max(value, known?.[index] ?? value))
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'waiting jobs not checked after a change of the clock')
    }
  }
  let checking = check()
  await checking
  const timer = setInterval(() => void (checking = check()), checkEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}

/** `now` is that of the later clock: by a clock that is behind, all jobs would be late. */
async function correctQueues(deps: JobDeps, jobLockMs: number, now: number): Promise<void> {
  const { queues, sync, endExtendedExpiries } = deps
  for (const name of queueNames) {
    await endExtendedExpiries(name, jobLockMs)
    const jobs = await hastenLateJobs(queues[name], now)
    if (jobs.length > 0)
      sync.log.warn({ queue: name, jobs }, 'the clock was set back; waiting jobs are due sooner')
  }
  await reapplyLateSchedules(queues, now + tolerableMs)
}

/** BullMQ multiplies the time of a delayed job by this, and adds a counter. */
const scoreFactor = 0x1000

/**
 * Makes a delayed job wait for its own delay again, if it would wait longer. Returns the ids of these jobs. The
 * ticks of schedules have fixed times.
 */
async function hastenLateJobs({ backend, toKey }: Queue, now: number): Promise<string[]> {
  const client = await backend.client
  const delayed = await client.zrange(toKey('delayed'), 0, -1, { WITHSCORES: true })
  const late: string[] = []
  for (const [id = '', score] of inChunks(delayed, 2)) {
    const lateMs = Number(score) / scoreFactor - now - tolerableMs
    if (lateMs <= 0 || id.startsWith('repeat:')) continue
    const delay = await client.hget(toKey(id), 'delay')
    if (delay === null || lateMs <= Number(delay)) continue
    await backend.changeDelay(id, wholeMs(Number(delay)))
    late.push(id)
  }
  return late
}

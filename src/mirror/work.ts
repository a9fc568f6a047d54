import { comparedSettings } from '../../config/compared-settings.ts'
import type { JobDeps } from '../../jobs/queue/job-deps.ts'
import { applySchedules } from '../../jobs/queue/schedule.ts'
import { startWorkers, type Workers } from '../../jobs/workers.ts'
import type { Activity } from '../lib/memory/idle-collector.ts'
import { createProcesses } from '../store/fleet/processes.ts'
import { assertCmsType } from '../store/records/cms-type.ts'
import type { OpenedStore } from '../store/open.ts'
import type { MirrorConfig } from './upstreams.ts'

/** The work of this process for the mirror: its workers and schedules, and its settings next to those of others. */
export function createWork(config: MirrorConfig, store: OpenedStore, deps: JobDeps, activity: Activity) {
  const { redis, keys } = store
  const { log } = deps.sync
  const processes = createProcesses(redis, keys)
  let workers: Workers | undefined
  const settings = (): Record<string, string> => {
    const { upstreams, policy } = comparedSettings(config)
    return { ...upstreams, ...policy }
  }
  const assertType = (): Promise<void> => assertCmsType(redis, keys, config.mirrorId, config.policy.cmsType)

  return {
    assertType,
    isRunning: () => workers?.isRunning() === true,

    async findDifferences() {
      const { policy } = comparedSettings(config)
      const names = await processes.findDifferences(settings())
      return {
        upstreams: names.filter((name) => !(name in policy)),
        policy: names.filter((name) => name in policy),
      }
    },

    /**
     * Redis must accept writes. With `schedule`, also applies the configured schedules. From the abort of the signal on,
     * no job and no write starts.
     */
    async start(schedule: boolean, signal: AbortSignal): Promise<void> {
      for (const what of await store.openData()) log.warn({ what }, 'a foreign value was moved away')
      await assertType()
      const variables = await processes.findDifferences(settings())
      if (variables.length > 0) log.warn({ variables }, 'another process of this mirror has other settings')
      const announceSchedules = async (): Promise<void> => {
        if (schedule)
          await applySchedules(deps.queues, { sync: config.schedule, verify: config.verifySchedule })
      }
      await processes.announce(settings, async () => {
        log.warn('Redis has lost what this process stored; if Redis was emptied, run the command rebuild')
        await store.openData()
        await assertType()
        await announceSchedules()
      })
      await announceSchedules()
      workers = await startWorkers(deps, {
        connection: store.connection,
        prefix: keys.queues,
        jobLockMs: config.jobLockMs,
        signal,
        activity,
        concurrency: {
          runs: 1,
          plan: 2,
          media: 2,
          pages: config.cms.concurrency,
          retire: 1,
          products: 2,
          notices: 2,
        },
      })
    },

    /** Lets current batches finish and returns all other jobs to their queues. */
    stop: async (): Promise<void> => workers?.stop(),

    /** Other processes forget this one. */
    close: (): Promise<void> => processes.close(),
  }
}

import { readTemplates } from '../../config/templates.ts'
import { createControl, resumeInterrupted } from '../../jobs/control.ts'
import type { JobDeps } from '../../jobs/queue/job-deps.ts'
import { closeQueues, openQueues } from '../../jobs/queue/queues.ts'
import { createRenderer, type Renderer } from '../core/render/renderer.ts'
import { reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { uncollected, type Activity } from '../lib/memory/idle-collector.ts'
import type { OpsControl, OpsHealth } from '../ops/deps.ts'
import { createDelivery } from '../ops/notices/receiver.ts'
import { moveDamagedJobsAway } from '../store/fleet/damaged-jobs.ts'
import { endExtendedExpiries } from '../store/fleet/queue-expiries.ts'
import type { OpenedStore } from '../store/open.ts'
import { timeOf } from '../store/redis/time.ts'
import { createWriteWatch } from '../store/redis/watch-writes.ts'
import { createStores, type Stores } from '../store/stores.ts'
import { notifyMissedEnd } from '../sync/runs/finish-run.ts'
import { checkMapEarly } from './check-map-early.ts'
import { createSyncDeps } from './sync-deps.ts'
import { openUpstreams, type MirrorConfig } from './upstreams.ts'
import { createWork } from './work.ts'

/** An open mirror; no job runs until `start`. */
export type Mirror = JobDeps & {
  store: OpenedStore
  stores: Stores
  control: OpsControl
  health: OpsHealth
  /** Throws ConfigError if the mirror was created with another CMS_TYPE. */
  assertCmsType(): Promise<void>
  /** Throws if Redis is unavailable, its data is of another version, or CMS_TYPE has changed; see `openData`. */
  assertUsable(): Promise<string[]>
  /** Throws ConfigError if the field map does not fit the CMS; does nothing if the CMS cannot be asked now. */
  assertMap(signal: AbortSignal): Promise<void>
  /**
   * The variables that differ between processes of the mirror: `upstreams` for the services of a run,
   * `policy` for the content it writes.
   */
  findDifferences(): Promise<Record<'upstreams' | 'policy', string[]>>
  /** The latest text that the CMS sent around the JSON of a response; undefined if there was none. */
  strayText(): string | undefined
  /**
   * Starts this process's workers once Redis accepts writes. A daemon also applies the configured schedules and resumes
   * an interrupted run. Returns the time of the next scheduled run. Rejects if the signal aborts before.
   */
  start(options: { asDaemon: boolean; signal: AbortSignal }): Promise<Date | undefined>
  /**
   * Waits for a start in progress, returns jobs to their queues and closes all connections, that of the store
   * included; does not wait for an unavailable Redis.
   */
  stop(): Promise<void>
}

/**
 * Wires a mirror from its configuration. `stop` closes everything it opened, in reverse, and then the store. Throws
 * ConfigError for templates that cannot be used; the store is closed then, too. `activity` receives its jobs.
 */
export async function openMirror(
  config: MirrorConfig,
  log: Logger,
  store: OpenedStore,
  activity = uncollected,
): Promise<Mirror> {
  try {
    const templates = await readTemplates(config.templateDir, config.template)
    // Before any connection is opened: a template may be broken.
    const renderer = createRenderer({ ...templates, ...config.page, map: config.map })
    return wireMirror(config, { log, store, renderer, activity })
  } catch (error) {
    await store.close()
    throw error
  }
}

type Parts = { log: Logger; store: OpenedStore; renderer: Renderer; activity: Activity }

function wireMirror(config: MirrorConfig, { log, store, renderer, activity }: Parts): Mirror {
  const { redis, keys } = store
  const stores = createStores(redis, keys, {
    claimMs: config.cms.writeGraceMs,
    mostRuns: config.history.runs,
    untilCopied: () => store.untilCopied(),
    familyBy: config.page.familyBy,
  })
  const upstreams = openUpstreams(config, { store, stores, log })
  const { gates, requests } = upstreams
  const queues = openQueues(store.connection, keys.queues, config.history.jobs)
  const deliver = createDelivery(config.notify, config.notify.secret, config.network)
  // If the first job of a run could not be queued, the run has none yet.
  const resume = (): void =>
    void resumeInterrupted(deps).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'interrupted run not resumed')
    })
  const watch = createWriteWatch({ redis, keys, log }, resume)
  const deps: JobDeps = {
    sync: createSyncDeps(config, { stores, upstreams, queues, renderer, log }),
    queues,
    deliver,
    countRequests: requests.within,
    async reportRequests(runId) {
      if (runId !== undefined) await stores.runs.advance(runId, requests.take())
    },
    tryUpstreams: () => gates.tryNow(),
    untilWritable: (signal) => watch.untilWritable(signal),
    sharedNow: () => timeOf(redis),
    moveDamagedJobsAway: (queue) => moveDamagedJobsAway(redis, keys, queue),
    endExtendedExpiries: (queue, lockMs) => endExtendedExpiries(redis, keys, queue, lockMs),
  }
  const work = createWork(config, store, deps, activity)
  const { control, untilQueued } = createControl(deps)
  let starting: Promise<Date | undefined> | undefined
  let fault: string | undefined
  const start: Mirror['start'] = async ({ asDaemon, signal }) => {
    watch.start()
    upstreams.writeGate.watch()
    await watch.untilWritable(signal)
    // A command has checked it before it started its run.
    if (asDaemon) await checkMapEarly(deps.sync, signal)
    await work.start(asDaemon, signal)
    if (!asDaemon || signal.aborted) return undefined
    await resumeInterrupted(deps)
    await notifyMissedEnd(deps.sync)
    return control.nextRunAt()
  }
  return {
    ...deps,
    store,
    stores,
    control,
    health: {
      redis: async () => (await redis.ping()) === 'PONG',
      writeFault: () => watch.fault(),
      workersRunning: () => work.isRunning(),
      startFault: () => fault,
      limited: () => gates.limits(),
      outages: () => gates.outages(),
      writePause: () => upstreams.writeGate.known(),
      upstreams: () => upstreams.health.read(),
    },
    assertCmsType: () => work.assertType(),
    async assertUsable() {
      const moved = await store.assertUsable()
      await work.assertType()
      return moved
    },
    assertMap: (signal) => checkMapEarly(deps.sync, signal),
    findDifferences: () => work.findDifferences(),
    strayText: () => upstreams.strayText(),
    start(options) {
      starting = start(options)
      starting.catch((error: unknown) => (fault = reasonOf(error)))
      return starting
    },
    async stop() {
      // Without Redis, no job can be queued or returned to its queue, and BullMQ would wait forever.
      if (await store.isAnswering()) {
        await Promise.allSettled([starting, untilQueued()])
        await work.stop()
        await closeQueues(queues)
      }
      watch.stop()
      await Promise.all([upstreams.close(), deliver.close()])
      await work.close()
      await store.close()
    },
  }
}

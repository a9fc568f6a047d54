import { startWorkers, type Workers } from '../jobs/workers.ts'
import { applySchedules } from '../jobs/schedule.ts'
import { enqueueNotices, withdrawNotices } from '../jobs/deliver-notice.ts'
import { resumeInterrupted } from '../jobs/control.ts'
import { closeQueues, openQueues } from '../jobs/queues.ts'
import type { JobDeps } from '../jobs/define.ts'
import { comparedSettings } from '../config/compared-settings.ts'
import type { Config } from '../config/daemon.ts'
import { readTemplates } from '../config/templates.ts'
import { createCms } from './cms/cms.ts'
import { createRenderer } from './core/render/renderer.ts'
import { createAdaptiveLimit } from './lib/http/adaptive-limit.ts'
import type { HttpGate } from './lib/http/exchange.ts'
import { reasonOf, type Upstream } from './lib/errors.ts'
import type { Logger } from './lib/logger.ts'
import { createNotifier } from './ops/notices/notify.ts'
import { createDelivery } from './ops/notices/receiver.ts'
import { createPartner } from './partner/partner.ts'
import { createCatalogReader } from './partner/catalog/read-catalog.ts'
import { assertCmsType } from './store/records/cms-type.ts'
import { timeOf } from './store/redis/time.ts'
import { moveDamagedJobsAway } from './store/fleet/damaged-jobs.ts'
import { openGates, type FleetGates } from './store/fleet/gate.ts'
import { createProcesses, type Processes } from './store/fleet/processes.ts'
import { openStore, type OpenedStore, type RedisLoss } from './store/open.ts'
import { watchWrites, type WriteWatch } from './store/redis/watch-writes.ts'
import { createRequestCounts } from './lib/http/request-counts.ts'
import { createStores, type Stores } from './store/stores.ts'
import { createUpstreamsHealth } from './store/fleet/api-health.ts'
import { countWaiting } from './sync/decisions/count-waiting.ts'
import type { SyncDeps } from './sync/deps.ts'
import type { UpstreamsHealth } from './sync/ports/fleet.ts'

/** An open mirror; nothing runs until `work` is called. */
export type Mirror = JobDeps & {
  store: OpenedStore
  stores: Stores
  /** Throws ConfigError if the mirror was created with another CMS_TYPE. */
  assertCmsType(): Promise<void>
  /** Throws if Redis is unavailable, its data is newer than this version, or CMS_TYPE has changed; see `openData`. */
  assertUsable(): Promise<string[]>
  /**
   * The variables that differ between processes of the mirror: `upstreams` for the services of a run,
   * `policy` for the content it writes.
   */
  findDifferences(): Promise<Record<'upstreams' | 'policy', string[]>>
  gates: FleetGates
  upstreams: UpstreamsHealth
  /** The latest text that the CMS sent around the JSON of a response; undefined if there was none. */
  strayText(): string | undefined
  /** Why Redis must not be written to, as far as this process knows while it works. */
  writeFault(): string | undefined
  /**
   * Starts this process's workers once Redis accepts writes; with `schedule`, it also applies the configured
   * schedules. `close` stops them. Rejects if the signal aborts before.
   */
  work(options: { schedule: boolean; signal: AbortSignal }): Promise<Pick<Workers, 'isRunning'>>
  /** Returns jobs to their queues and closes all connections; does not wait for an unavailable Redis. */
  close(): Promise<void>
}

/** Without `maxOutageMs`, calls are sent even to an upstream that is down. */
type MirrorConfig = Omit<Config, 'maxOutageMs'> & { maxOutageMs: number | undefined }

/**
 * Wires a mirror from its configuration; `close` closes everything it opened, in reverse. `shared` is the
 * store of all mirrors of a process, which its opener closes.
 */
export async function openMirror(
  config: MirrorConfig,
  log: Logger,
  loss?: RedisLoss,
  shared?: OpenedStore,
): Promise<Mirror> {
  const renderer = createRenderer(await readTemplates(config.templateDir))
  const store = shared?.forMirror(config.mirrorId) ?? (await openStore(config, log, loss))
  const { redis, keys } = store
  const gates = openGates(redis, store.connect(), keys, {
    onDamaged: (key, text) => log.warn({ key, text: text.slice(0, 100) }, 'stored limit ignored: not ours'),
    onShortened: (name, askedMs) =>
      log.warn(
        { name, askedHours: Math.round(askedMs / 3_600_000) },
        'Retry-After is more than a day; trying again after 24 h',
      ),
  })
  const upstreams = createUpstreamsHealth(redis, keys)
  const gateOf = (upstream: Upstream, maxPerSecond: number): HttpGate => ({
    ...gates.gateOf(upstream, maxPerSecond, config.maxOutageMs),
    note: (request) => upstreams.note(upstream, request),
  })
  const assertType = (): Promise<void> => assertCmsType(redis, keys, config.mirrorId, config.policy.cmsType)
  const processes = createProcesses(redis, keys)
  const settingsNow = (): Record<string, string> => {
    const compared = comparedSettings(config)
    return { ...compared.upstreams, ...compared.policy }
  }
  const requests = createRequestCounts()
  let strayText: string | undefined
  const stores = createStores(redis, keys, {
    claimMs: config.cms.writeGraceMs,
    mostRuns: config.history.runs,
    untilCopied: () => store.untilCopied(),
  })
  const partner = createPartner({
    ...config.partner,
    network: config.network,
    signedFiles: stores.signedFiles,
    otherGtin: (key) => stores.snapshots.otherGtin(key),
    get token() {
      return config.partner.token
    },
    gate: gateOf('partner', config.partner.maxPerSecond),
    assetGateOf: gates.assetGateOf,
    onRequest: requests.note,
    onWarning: (message) => log.warn(message),
  })
  const cms = createCms({
    ...config.cms,
    network: config.network,
    get auth() {
      return config.cms.auth
    },
    type: config.policy.cmsType,
    formUploads: stores.formUploads,
    concurrency: config.cms.concurrency + 2,
    gate: gateOf('cms', 0),
    onRequest: requests.note,
    onStray(stray) {
      if (stray !== strayText) log.warn({ stray }, 'the CMS sends text around its JSON')
      strayText = stray
    },
  })
  const queues = openQueues(store.connection, keys.queues, config.history.jobs)
  const sync: SyncDeps = {
    ...stores,
    partner,
    cms,
    parentPages: cms.parentPages,
    readCatalog: createCatalogReader({
      place: config.catalog,
      maxEntries: config.catalogMaxEntries,
      timeoutMs: config.catalogTimeoutMs,
      network: config.network,
    }),
    renderer,
    policy: { ...config.policy, writeGraceMs: config.cms.writeGraceMs },
    languages: config.languages,
    concurrency: config.partner.concurrency,
    writesInFlight: createAdaptiveLimit(config.cms.concurrency),
    notify: createNotifier({
      mirror: config.mirrorId,
      namedMirror: config.namedMirror,
      receivers: config.notify.receivers,
      runs: stores.runs,
      sent: stores.sentNotices,
      countWaiting: () => countWaiting(stores),
      publicUrl: config.ops.publicUrl,
      enqueue: (postings) => enqueueNotices(queues, postings),
      withdraw: (postings) => withdrawNotices(queues, postings),
      log,
      now: () => new Date(),
    }),
    log,
    now: () => new Date(),
  }
  const reportRequests = async (runId: string | undefined): Promise<void> => {
    if (runId !== undefined) await stores.runs.advance(runId, requests.take())
  }
  const deliver = createDelivery(config.notify.receivers, config.notify.secret, config.network)
  let watch: WriteWatch | undefined
  const untilWritable = async (signal: AbortSignal): Promise<void> => watch?.untilWritable(signal)
  const deps: JobDeps = {
    sync,
    queues,
    reportRequests,
    countRequests: requests.within,
    tryUpstreams: () => gates.tryNow(),
    untilWritable,
    sharedNow: () => timeOf(redis),
    moveDamagedJobsAway: (queue) => moveDamagedJobsAway(redis, keys, queue),
    deliver,
  }
  // If the first job of a run could not be queued, the run has none yet.
  const resume = (): void =>
    void resumeInterrupted(deps).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'interrupted run not resumed')
    })
  const startWork = async (schedule: boolean, signal: AbortSignal): Promise<Workers> => {
    watch = watchWrites({ redis, keys, log }, resume)
    await watch.untilWritable(signal)
    for (const what of await store.openData()) log.warn({ what }, 'a foreign value was moved away')
    await assertType()
    await warnOfDifferences(processes, settingsNow(), log)
    const announceSchedules = async (): Promise<void> => {
      if (schedule) await applySchedules(queues, { sync: config.schedule, verify: config.verifySchedule })
    }
    await processes.announce(settingsNow, async () => {
      log.warn('Redis has lost what this process stored; if Redis was emptied, run product-mirror rebuild')
      await store.openData()
      await assertType()
      await announceSchedules()
    })
    await announceSchedules()
    return startWorkers(deps, {
      connection: store.connection,
      prefix: keys.queues,
      jobLockMs: config.jobLockMs,
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
  }
  let working: Promise<Workers> | undefined
  const stopWork = async (): Promise<void> => {
    // Without Redis no job can be returned to its queue, and BullMQ would wait forever.
    if (!(await store.isAnswering())) return
    const workers = await working?.catch(() => undefined)
    await workers?.stop()
    await closeQueues(queues)
  }
  return {
    ...deps,
    store,
    stores,
    assertCmsType: assertType,
    async assertUsable() {
      const moved = await store.assertUsable()
      await assertType()
      return moved
    },
    async findDifferences() {
      const { policy } = comparedSettings(config)
      const names = await processes.findDifferences(settingsNow())
      return {
        upstreams: names.filter((name) => !(name in policy)),
        policy: names.filter((name) => name in policy),
      }
    },
    gates,
    upstreams,
    strayText: () => strayText,
    writeFault: () => watch?.fault(),
    work: ({ schedule, signal }) => (working ??= startWork(schedule, signal)),
    async close() {
      watch?.close()
      await stopWork()
      await Promise.all([partner.close(), cms.close(), deliver.close()])
      await upstreams.close()
      await processes.close()
      gates.close()
      await store.close()
    },
  }
}

async function warnOfDifferences(
  processes: Processes,
  settings: Readonly<Record<string, string>>,
  log: Logger,
): Promise<void> {
  const variables = await processes.findDifferences(settings)
  if (variables.length > 0) log.warn({ variables }, 'another process of this mirror has other settings')
}

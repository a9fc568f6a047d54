import { enqueueNotices, withdrawNotices } from '../../jobs/deliver-notice.ts'
import type { Queues } from '../../jobs/queue/queues.ts'
import { guardedColumns, toValueRules } from '../core/plan/value-rules.ts'
import type { Renderer } from '../core/render/renderer.ts'
import { createAdaptiveLimit } from '../lib/http/adaptive-limit.ts'
import type { Logger } from '../lib/logger.ts'
import { createHeartbeatSender } from '../ops/notices/success-heartbeat.ts'
import { createNotifier } from '../ops/notices/notify.ts'
import { createCatalogReader } from '../partner/catalog/read-catalog.ts'
import type { Stores } from '../store/stores.ts'
import { columnsFor } from '../sync/collect/save-columns.ts'
import { countWaiting } from '../sync/decisions/count-waiting.ts'
import type { SyncDeps } from '../sync/deps.ts'
import type { MirrorConfig, openUpstreams } from './upstreams.ts'

type Opened = {
  stores: Stores
  upstreams: Pick<ReturnType<typeof openUpstreams>, 'partner' | 'cms' | 'writeGate'>
  queues: Queues
  renderer: Renderer
  log: Logger
}

/** The dependencies of the use cases. */
export function createSyncDeps(config: MirrorConfig, opened: Opened): SyncDeps {
  const { stores, queues, renderer, log } = opened
  const { partner, cms, writeGate } = opened.upstreams
  const now = () => new Date()
  return {
    ...stores,
    partner,
    cms,
    writeGate,
    timeZone: config.timeZone,
    reportSuccess: createHeartbeatSender({
      mirror: config.mirrorId,
      url: config.notify.heartbeatUrl,
      enqueue: (postings) => enqueueNotices(queues, postings),
      log,
    }),
    parentPages: cms.parentPages,
    readCatalog: createCatalogReader({
      place: config.catalog,
      maxEntries: config.catalogMaxEntries,
      columns: columnsFor({
        ...(config.map && { map: config.map }),
        policy: { ...config.policy, writeGraceMs: config.cms.writeGraceMs },
        languages: config.languages,
        familyBy: config.page.familyBy,
      }),
      timeoutMs: config.catalogTimeoutMs,
      network: config.network,
    }),
    renderer,
    policy: { ...config.policy, writeGraceMs: config.cms.writeGraceMs },
    valueRules: toValueRules(config.guards, guardedColumns(config.map, config.page.familyBy)),
    ...(config.map && { map: config.map }),
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
      publicUrl: config.notify.dashboardUrl,
      enqueue: (postings) => enqueueNotices(queues, postings),
      withdraw: (postings) => withdrawNotices(queues, postings),
      log,
      now,
    }),
    log,
    now,
  }
}

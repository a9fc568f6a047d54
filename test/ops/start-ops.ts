import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { readTemplates } from '../../config/templates.ts'
import { createCms } from '../../src/cms/cms.ts'
import { toProduct } from '../../src/core/reading/read-product.ts'
import type { Product } from '../../src/core/record/product.ts'
import { toValueRules } from '../../src/core/plan/value-rules.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import type { Run } from '../../src/core/run/run.ts'
import { createAdaptiveLimit } from '../../src/lib/http/adaptive-limit.ts'
import { createLogger } from '../../src/lib/logger.ts'
import type { OpsConfig, OpsControl, OpsDeps, OpsHealth } from '../../src/ops/deps.ts'
import { createOpsServer } from '../../src/ops/server.ts'
import { createPartner } from '../../src/partner/partner.ts'
import { createWriteGate } from '../../src/store/fleet/write-gate.ts'
import { createUpstreamsHealth } from '../../src/store/fleet/api-health.ts'
import { createKeys } from '../../src/store/redis/keys.ts'
import { createStores } from '../../src/store/stores.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { retireVerdict } from '../helpers/sync/guards.ts'
import { defaultPolicy } from '../helpers/sync/sync-deps.ts'
import { startTestRedis } from '../helpers/world/redis.ts'
import { checkResponses } from './documented.ts'

export const gtin = '4006381333931'
const nowhere = 'http://127.0.0.1:9'

/**
 * A real Redis with one queue and the stores, and the deps of a server over them. There is no partner and no CMS;
 * control and health are simple stubs.
 */
export async function startOps() {
  const [server, templates] = await Promise.all([startTestRedis(), readTemplates()])
  const redis = new Redis(server.connection)
  const keys = createKeys('test')
  const queue = new Queue('write-pages', { connection: server.connection })
  const stores = createStores(redis, keys, { claimMs: 0 })
  const { runs, plans, writes } = stores
  const gate = openGate()
  const partner = createPartner({ baseUrl: nowhere, token: 't', gate, assetGateOf: openGate, ...stores })
  const auth = { user: 'admin', password: 'p' }
  const cms = createCms({ apiRoot: nowhere, namespace: 'cms/v2', auth, gate, type: 'pages', ...stores })
  const health: OpsHealth = {
    redis: async () => (await redis.ping()) === 'PONG',
    writeFault: () => undefined,
    workersRunning: () => true,
    startFault: () => undefined,
    limited: () => ({ partner: 0, cms: 0 }),
    outages: () => ({}),
    writePause: () => undefined,
    upstreams: () => createUpstreamsHealth(redis, keys).read(),
  }
  const control: OpsControl = {
    start: async () => ({ ok: false, activeRunId: 'none' }),
    approve: async () => ({ ok: true }),
    cancel: async () => ({ ok: true }),
    undo: async () => ({ ok: false, reason: 'not now' }),
    nextRunAt: async () => undefined,
    lastDueAt: async () => undefined,
  }
  const deps: OpsDeps = {
    ...stores,
    partner,
    cms: { ...cms, readPages: async () => [] },
    parentPages: cms.parentPages,
    readCatalog: async () => ({ gtins: [], faults: [], unreadable: 0, notes: [] }),
    renderer: createRenderer(templates),
    policy: defaultPolicy,
    valueRules: toValueRules(),
    languages: 'all',
    concurrency: 1,
    writeGate: createWriteGate(stores, undefined),
    timeZone: 'UTC',
    reportSuccess: async () => {},
    writesInFlight: createAdaptiveLimit(1),
    notify: async () => {},
    log: createLogger({ level: 'silent', destination: 'stderr' }),
    now: () => new Date('2026-11-21T00:00:00Z'),
    queues: [queue],
    control,
    health,
  }
  return {
    deps,
    connection: server.connection,
    queue,
    redis,
    runs,
    plans,
    writes,
    /** Stores a finished run, so that the next one can start. */
    async saveRun(run: Run) {
      await runs.begin({ ...run, state: 'writing' })
      await runs.update(run.id, { state: run.state })
    },
    async close() {
      await Promise.all([queue.close(), partner.close(), cms.close()])
      redis.disconnect()
      await server.close()
    },
  }
}

export const loopback: OpsConfig = { host: '127.0.0.1', port: 0 }
export type Replaced = Partial<OpsDeps> & { config?: OpsConfig }

/** A server for one mirror, with some deps replaced. The caller closes it. */
export function opsServer(
  deps: OpsDeps,
  { config = loopback, ...replaced }: Replaced = {},
  ...limits: [Parameters<typeof createOpsServer>[1]?]
) {
  const { log } = { ...deps, ...replaced }
  return createOpsServer({ config, log, mirrors: [{ deps: { ...deps, ...replaced } }] }, ...limits)
}

/** The app of a server, whose responses must match the reference. The caller closes it. */
export function opsApp(deps: OpsDeps, replaced: Replaced = {}) {
  const { app } = opsServer(deps, replaced)
  checkResponses(app)
  return app
}

export const login = { user: 'olive', password: 'pass-word-1' }
export const withLogin: OpsConfig = { host: '0.0.0.0', port: 0, ...login }
export const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`

/** A finished sync, changed by `patch`. */
export function aRun(patch: Partial<Run> = {}): Run {
  return {
    id: '2026-11-20-1',
    kind: 'sync',
    trigger: 'schedule',
    state: 'done',
    approved: false,
    scope: {},
    languages: ['de', 'en'],
    createdAt: '2026-11-20T05:00:00.000Z',
    finishedAt: '2026-11-20T05:01:30.000Z',
    counts: {
      records: 12_345,
      created: 3,
      updated: 40,
      unchanged: 12_300,
      retired: 1,
      restored: 0,
      kept: 0,
      absent: 0,
      held: 0,
      failed: 1,
      deferred: 0,
      quarantined: 0,
      undone: 0,
      notPlanned: 0,
    },
    planned: { create: 3, update: 40, restore: 0, retire: 1 },
    media: { uploaded: 5, reused: 6, failed: 0 },
    requests: { partner: 12_360, cmsReads: 1, cmsBatches: 2, cmsOther: 5 },
    guards: [],
    refusal: null,
    unknownFields: [],
    oddities: [],
    notes: [],
    samples: [],
    ...patch,
  }
}

/** A run that a guard holds. */
export function aHeldRun(patch: Partial<Run> = {}): Run {
  const { finishedAt: _, ...run } = aRun()
  return {
    ...run,
    id: '2026-11-20-2',
    state: 'held',
    createdAt: '2026-11-20T06:00:00.000Z',
    planned: { create: 0, update: 7, restore: 0, retire: 412 },
    guards: [retireVerdict(412, 1030)],
    ...patch,
  }
}

/** A product with this name. */
export function aProduct(language: string, name: string): Product {
  const parsed = toProduct({ gtin, language, name })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.product
}

import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { toProduct } from '../../src/core/reading/read-product.ts'
import type { Product } from '../../src/core/record/product.ts'
import { createLogger } from '../../src/lib/logger.ts'
import type { OpsConfig, OpsControl, OpsDeps, OpsHealth } from '../../src/ops/deps.ts'
import { createOpsServer } from '../../src/ops/server.ts'
import { createKeys } from '../../src/store/redis/keys.ts'
import { createAudit } from '../../src/store/runs/audit.ts'
import { createFindings } from '../../src/store/runs/findings.ts'
import { createHistory } from '../../src/store/runs/history.ts'
import { createPlans } from '../../src/store/runs/plans.ts'
import { createRuns } from '../../src/store/runs/runs.ts'
import { createUpstreamsHealth } from '../../src/store/fleet/api-health.ts'
import { createSite } from '../../src/store/records/site.ts'
import { createSnapshots } from '../../src/store/records/snapshots.ts'
import { createTables } from '../../src/store/records/tables.ts'
import { createUndo } from '../../src/store/runs/undo.ts'
import { createWrites } from '../../src/store/records/writes.ts'
import { readFacts } from '../../src/sync/decisions/read-facts.ts'
import { readHealth } from '../../src/sync/decisions/read-health.ts'
import { readStates } from '../../src/sync/decisions/read-states.ts'
import { readHistory } from '../../src/sync/runs/read-history.ts'
import type { Run } from '../../src/core/run/run.ts'
import { checkResponses } from './documented.ts'
import { startTestRedis } from '../helpers/world/redis.ts'
import { retireVerdict } from '../helpers/sync/guards.ts'

export const gtin = '4006381333931'

/**
 * A real Redis with one queue and the stores, and the deps of a server over them. Control and health are simple stubs.
 */
export async function startOps() {
  const server = await startTestRedis()
  const redis = new Redis(server.connection)
  const keys = createKeys('test')
  const queue = new Queue('write-pages', { connection: server.connection })
  const runs = createRuns(redis, keys)
  const health: OpsHealth = {
    redis: async () => (await redis.ping()) === 'PONG',
    writeFault: () => undefined,
    workersRunning: () => true,
    limited: async () => ({ partner: 0, cms: 0 }),
    outages: async () => ({}),
    upstreams: () => createUpstreamsHealth(redis, keys).read(),
    oldestUnconfirmed: async () => undefined,
  }
  const control: OpsControl = {
    start: async () => ({ ok: false, activeRunId: 'none' }),
    approve: async () => ({ ok: true }),
    cancel: async () => ({ ok: true }),
    undo: async () => ({ ok: false, reason: 'not now' }),
    nextRunAt: async () => undefined,
  }
  const snapshots = createSnapshots(redis, keys)
  const known = { history: createHistory(redis, keys), snapshots, runs }
  const plans = createPlans(redis, keys)
  const tables = createTables(redis, keys)
  const sources = { snapshots, runs, plans, ...tables, ...createSite(redis, keys) }
  const deps: OpsDeps = {
    config: { host: '127.0.0.1', port: 0 },
    log: createLogger({ level: 'silent', destination: 'stderr' }),
    queues: [queue],
    runs,
    snapshots,
    plans,
    undo: createUndo(redis, keys),
    tables,
    states: {
      read: () => readStates(sources),
      facts: (records) => readFacts(sources, records),
    },
    partner: { fetchProduct: async () => ({ state: 'unreachable', reason: 'there is no partner here' }) },
    cms: { readPages: async () => [] },
    findings: createFindings(redis, keys),
    failing: { list: async () => ({ failing: [], quarantined: 0 }), retry: async () => [] },
    decisions: {
      list: async () => ({ waiting: [], more: false }),
      find: async () => [],
      readMany: async () => [],
      read: async () => undefined,
      resolve: async () => ({ ok: false, code: 'nothing_to_resolve', reason: 'not now', allowed: [] }),
      resolveMany: async () => ({ done: [], refused: [] }),
    },
    audit: createAudit(redis, keys),
    readHealth: async () => ({ ...(await readHealth(sources)), due: undefined }),
    history: (code, language) => readHistory(known, code, language, new Date('2026-11-21T00:00:00Z')),
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
    writes: createWrites(redis, keys),
    /** Stores a finished run, so that the next one can start. */
    async saveRun(run: Run) {
      await runs.begin({ ...run, state: 'writing' })
      await runs.update(run.id, { state: run.state })
    },
    async close() {
      await queue.close()
      redis.disconnect()
      await server.close()
    },
  }
}

/** A server with some deps replaced, whose responses must match the reference. The caller closes its `app`. */
export function opsApp(deps: OpsDeps, replaced: Partial<OpsDeps> = {}) {
  const { app } = createOpsServer({ ...deps, ...replaced })
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

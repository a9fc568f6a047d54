import { enqueueApproved, enqueueRun, enqueueUndo } from '../jobs/control.ts'
import { lastDueAt, nextRunAt } from '../jobs/schedule.ts'
import type { Mirror } from './mirror.ts'
import type { OpsConfig, OpsDeps } from './ops/deps.ts'
import {
  findDecisions,
  listOpenDecisions,
  readOpenDecision,
  readOpenDecisions,
} from './sync/decisions/list-decisions.ts'
import { readHistory } from './sync/runs/read-history.ts'
import { listFailing, retryFailing } from './sync/decisions/list-failing.ts'
import { cancelRun } from './sync/runs/begin-run.ts'
import { readFacts } from './sync/decisions/read-facts.ts'
import { readHealth } from './sync/decisions/read-health.ts'
import { readStates } from './sync/decisions/read-states.ts'
import { findOldestUnconfirmed } from './sync/decisions/oldest-unconfirmed.ts'
import { resolveMany } from './sync/decisions/resolve-many.ts'
import { resolveRecord } from './sync/decisions/resolve-record.ts'

/** The state of the daemon's work for a mirror. */
type Work = {
  workersRunning: () => boolean
  startFault: () => string | undefined
  /** Delays the end of the process until the first job of a run is queued. */
  untilQueued: <T>(begun: Promise<T>) => Promise<T>
}

/** Everything that the dashboard and the API show of a mirror, and their actions. */
export function toOpsDeps(
  mirror: Mirror,
  config: OpsConfig,
  { workersRunning, startFault, untilQueued }: Work,
): OpsDeps {
  const { sync, store, stores } = mirror
  return {
    ...sync,
    config,
    queues: Object.values(mirror.queues),
    tables: stores,
    states: { read: () => readStates(sync), facts: (records) => readFacts(sync, records) },
    failing: {
      list: (limit) => listFailing(sync, limit),
      retry: (record) => retryFailing(sync, record),
    },
    decisions: {
      list: (limit, filter) => listOpenDecisions(sync, limit, filter),
      find: (filter) => findDecisions(sync, filter),
      readMany: (records) => readOpenDecisions(sync, records),
      read: (record) => readOpenDecision(sync, record),
      resolve: (record, decision, signal) => resolveRecord(sync, record, decision, signal),
      resolveMany: (records, decision, signal) => resolveMany(sync, records, decision, signal),
    },
    audit: stores.audit,
    readHealth: async () => ({
      ...(await readHealth(sync)),
      due: await lastDueAt(mirror.queues, sync.now()),
    }),
    history: (gtin, language) => readHistory(stores, gtin, language, sync.now()),
    control: {
      start: (request) => untilQueued(enqueueRun(mirror, request)),
      approve: (runId, only) => untilQueued(enqueueApproved(mirror, runId, only)),
      cancel: (runId) => cancelRun(sync, runId),
      undo: (undoes, trigger) => untilQueued(enqueueUndo(mirror, { undoes, trigger })),
      nextRunAt: () => nextRunAt(mirror.queues),
    },
    health: {
      redis: async () => (await store.redis.ping()) === 'PONG',
      writeFault: () => mirror.writeFault(),
      workersRunning,
      startFault,
      limited: async () => mirror.gates.limits(),
      outages: async () => mirror.gates.outages(),
      upstreams: () => mirror.upstreams.read(),
      oldestUnconfirmed: () => findOldestUnconfirmed({ ...sync, intents: stores.intents }),
    },
  }
}

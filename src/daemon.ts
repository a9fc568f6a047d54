import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../jobs/control.ts'
import { nextRunAt } from '../jobs/schedule.ts'
import type { Workers } from '../jobs/workers.ts'
import type { Config } from '../config/daemon.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { toListenError } from './ops/http/listening.ts'
import { createOpsServer } from './ops/server.ts'
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
import { readStates } from './sync/decisions/read-states.ts'
import { findOldestUnconfirmed } from './sync/decisions/oldest-unconfirmed.ts'
import { resolveMany } from './sync/decisions/resolve-many.ts'
import { resolveRecord } from './sync/decisions/resolve-record.ts'
import { notifyMissedEnd } from './sync/runs/finish-run.ts'

/** A daemon; `ready` resolves once it has started, `stop` closes everything in reverse. */
export type Daemon = { url: string; mirror: Mirror; ready: Promise<void>; stop(): Promise<void> }

/**
 * Opens the mirror and the ops server, then starts workers and schedule and resumes an interrupted run. The server
 * listens before Redis answers, so that health checks tell why the daemon is not ready.
 */
export async function startDaemon(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Daemon> {
  const mirror = await openMirror(config, log, { onLost })
  let workers: Pick<Workers, 'isRunning'> | undefined
  const stopping = new AbortController()
  const begun = new Set<Promise<unknown>>()
  /** A run that has its lock still needs its first job, even if the process is stopping. */
  const untilQueued = <T>(work: Promise<T>): Promise<T> => {
    begun.add(work)
    return work.finally(() => begun.delete(work))
  }
  const { sync, store, stores } = mirror
  const listen = async () => {
    const ops = createOpsServer({
      ...sync,
      config: config.ops,
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
        workersRunning: () => workers?.isRunning() === true,
        limited: async () => mirror.gates.limits(),
        outages: async () => mirror.gates.outages(),
        upstreams: () => mirror.upstreams.read(),
        oldestUnconfirmed: () => findOldestUnconfirmed({ ...sync, intents: stores.intents }),
      },
    })
    return { ops, url: (await ops.listen()).url }
  }
  const begin = async (): Promise<void> => {
    workers = await mirror.work({ schedule: true, signal: stopping.signal })
    if (stopping.signal.aborted) return
    await resumeInterrupted(mirror)
    await notifyMissedEnd(sync)
    const next = await nextRunAt(mirror.queues)
    log.info({ url, schedule: config.schedule, nextRunAt: next }, 'daemon ready')
  }

  const { ops, url } = await listen().catch(async (error: unknown) => {
    await mirror.close()
    throw toListenError(config.ops, error)
  })
  const ready = begin()
  return {
    url,
    mirror,
    ready,
    async stop() {
      stopping.abort()
      await ops.close()
      // Neither a start in progress nor a first job ever ends without Redis.
      if (await store.isAnswering()) await Promise.allSettled([ready, ...begun])
      await mirror.close()
    },
  }
}

import { enqueueApproved, enqueueRun, enqueueUndo, resumeInterrupted } from '../jobs/control.ts'
import { nextRunAt } from '../jobs/schedule.ts'
import type { Workers } from '../jobs/workers.ts'
import type { Config } from '../config/daemon.ts'
import { ConfigError, reasonOf } from './lib/errors.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { createOpsServer } from './ops/server.ts'
import { createAudit } from './store/runs/audit.ts'
import { createHistory } from './store/runs/history.ts'
import { createTables } from './store/formats/tables.ts'
import { listOpenDecisions, readOpenDecision } from './sync/decisions/list-decisions.ts'
import { readHistory } from './sync/runs/read-history.ts'
import { listFailing, retryFailing } from './sync/decisions/list-failing.ts'
import { cancelRun } from './sync/runs/begin-run.ts'
import { findOldestUnconfirmed } from './sync/decisions/oldest-unconfirmed.ts'
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
  const known = { ...mirror.sync, history: createHistory(mirror.store.redis, mirror.store.keys) }
  const { intents } = createTables(mirror.store.redis, mirror.store.keys)
  const listen = async () => {
    const ops = createOpsServer({
      config: config.ops,
      log,
      queues: Object.values(mirror.queues),
      runs: mirror.sync.runs,
      plans: mirror.sync.plans,
      undo: mirror.sync.undo,
      snapshots: mirror.sync.snapshots,
      tables: mirror.sync,
      partner: mirror.sync.partner,
      cms: mirror.sync.cms,
      findings: mirror.sync.findings,
      failing: {
        list: (limit) => listFailing(mirror.sync, limit),
        retry: (record) => retryFailing(mirror.sync, record),
      },
      decisions: {
        list: (limit) => listOpenDecisions(mirror.sync, limit),
        read: (record) => readOpenDecision(mirror.sync, record),
        resolve: (record, decision, signal) => resolveRecord(mirror.sync, record, decision, signal),
      },
      audit: createAudit(mirror.store.redis, mirror.store.keys),
      history: (gtin, language) => readHistory(known, gtin, language, mirror.sync.now()),
      control: {
        start: (request) => enqueueRun(mirror, request),
        approve: (runId) => enqueueApproved(mirror, runId),
        cancel: (runId) => cancelRun(mirror.sync, runId),
        undo: (undoes, trigger) => enqueueUndo(mirror, { undoes, trigger }),
        nextRunAt: () => nextRunAt(mirror.queues),
      },
      health: {
        redis: async () => (await mirror.store.redis.ping()) === 'PONG',
        workersRunning: () => workers?.isRunning() === true,
        limited: () => mirror.gates.limits(),
        upstreams: () => mirror.upstreams.read(),
        oldestUnconfirmed: () => findOldestUnconfirmed({ ...mirror.sync, intents }),
      },
    })
    return { ops, url: (await ops.listen()).url }
  }
  const begin = async (): Promise<void> => {
    workers = await mirror.work({ schedule: true })
    if (stopping.signal.aborted) return
    await resumeInterrupted(mirror)
    await notifyMissedEnd(mirror.sync)
    const next = await nextRunAt(mirror.queues)
    log.info({ url, schedule: config.schedule, nextRunAt: next }, 'daemon ready')
  }

  const { ops, url } = await listen().catch(async (error: unknown) => {
    await mirror.close()
    throw cannotListen(config.ops, error)
  })
  const ready = begin()
  return {
    url,
    mirror,
    ready,
    async stop() {
      stopping.abort()
      await ops.close()
      // A start in progress never ends without Redis.
      if (await mirror.store.isAnswering()) await ready.catch(() => undefined)
      await mirror.close()
    },
  }
}

function cannotListen({ host, port }: Config['ops'], cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `OPS_PORT is ${port}, but another process already listens on ${host}:${port}. Stop it, or choose another port; 0 takes any free one.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
    return new ConfigError(`Cannot listen on OPS_HOST ${host}, OPS_PORT ${port}: ${reasonOf(cause)}`)
  return cause
}

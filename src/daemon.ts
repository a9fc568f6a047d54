import { enqueueApproved, enqueueRun, cancel, resumeInterrupted } from '../jobs/control.ts'
import { nextRunAt } from '../jobs/schedule.ts'
import type { Config } from '../config/daemon.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { createOpsServer } from './ops/server.ts'

/** A daemon at work; `stop` closes everything in reverse. */
export type Daemon = { url: string; mirror: Mirror; stop(): Promise<void> }

/** Opens the mirror, starts workers, schedule and ops server, and takes up an interrupted run. */
export async function startDaemon(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Daemon> {
  const mirror = await openMirror(config, log, onLost)
  const ops = createOpsServer({
    config: config.ops,
    log,
    queues: Object.values(mirror.queues),
    runs: mirror.sync.runs,
    snapshots: mirror.sync.snapshots,
    control: {
      start: (request) => enqueueRun(mirror, { ...request, trigger: 'api' }),
      approve: (runId) => enqueueApproved(mirror, runId),
      cancel: (runId) => cancel(mirror, runId),
      nextRunAt: () => nextRunAt(mirror.queues),
    },
    health: {
      redis: async () => (await mirror.store.redis.ping()) === 'PONG',
      workersRunning: () => workers.isRunning(),
      limited: () => mirror.gates.limits(),
    },
  })
  const workers = await mirror.work({ schedule: true })
  await resumeInterrupted(mirror)
  const { url } = await ops.listen()
  log.info({ url, schedule: config.schedule, nextRunAt: await nextRunAt(mirror.queues) }, 'daemon ready')
  return {
    url,
    mirror,
    async stop() {
      await ops.close()
      await workers.stop()
      await mirror.close()
    },
  }
}

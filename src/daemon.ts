import type { Config } from '../config/daemon.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { toListenError } from './ops/http/listening.ts'
import { createOpsServer } from './ops/server.ts'
import { serveMirror } from './serve-mirror.ts'

/** A daemon; `ready` resolves once it has started, `stop` closes everything in reverse. */
export type Daemon = { url: string; ready: Promise<void>; stop(): Promise<void> }

export type DaemonOfOne = Daemon & { mirror: Mirror }

/**
 * Opens the mirror and the ops server, then starts workers and schedule and resumes an interrupted run. The
 * server listens before Redis is available, so that health checks show why the daemon is not ready.
 */
export async function startDaemon(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<DaemonOfOne> {
  const mirror = await openMirror(config, log, { onLost })
  const served = serveMirror(mirror, config.ops)
  const listen = async () => {
    const ops = createOpsServer(served.deps)
    return { ops, url: (await ops.listen()).url }
  }
  const { ops, url } = await listen().catch(async (error: unknown) => {
    await mirror.close()
    throw toListenError(config.ops, error)
  })
  let stopping = false
  const begin = async (): Promise<void> => {
    const nextRunAt = await served.begin()
    if (!stopping) log.info({ url, schedule: config.schedule, nextRunAt }, 'daemon ready')
  }
  const ready = begin()
  return {
    url,
    mirror,
    ready,
    async stop() {
      stopping = true
      served.abort()
      await ops.close()
      await served.close()
    },
  }
}

import { mirrorPath, type Config } from '../config/daemon.ts'
import type { Configs } from '../config/mirrors/read-mirrors.ts'
import { editorUrl } from './core/text/editor-url.ts'
import { reasonOf } from './lib/errors.ts'
import type { Logger } from './lib/logger.ts'
import { createGarbageCollection } from './lib/memory/collect-garbage.ts'
import { createIdleCollector, type Activity } from './lib/memory/idle-collector.ts'
import { openMirror, type Mirror } from './mirror/mirror.ts'
import type { OpsMirror, OpsPlace } from './ops/deps.ts'
import { toListenError } from './ops/http/listening.ts'
import { createOpsServer } from './ops/server.ts'
import { openStore, type OpenedStore } from './store/open.ts'

/** A daemon whose dashboard is reachable; `start` starts its mirrors, `stop` closes everything in reverse. */
export type Daemon = {
  url: string
  mirrors: readonly Mirror[]
  start(): Promise<void>
  stop(): Promise<void>
}

/** One mirror of the daemon; only several mirrors have a place, and only those may fail to open. */
type Served = { config: Config; log: Logger; place: OpsPlace | undefined } & (
  | { mirror: Mirror; fault?: undefined }
  | { mirror?: undefined; fault: string }
)

/**
 * Opens Redis, the mirrors and the ops server. The server listens before Redis is available, so that health checks show
 * why the daemon is not ready. Several mirrors share a connection to Redis; one that does not open or start is left
 * out, and the dashboard shows why. Garbage is collected when the process becomes idle.
 */
export async function createDaemon(
  configs: Configs,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Daemon> {
  const [{ ops: opsConfig }] = configs
  const store = await openStore(configs[0], log, { onLost })
  const activity = createIdleCollector(createGarbageCollection(log))
  const served: Served[] = []
  const stopMirrors = async (): Promise<void> => {
    await Promise.all(served.map(async ({ mirror }) => mirror?.stop()))
    await store.close()
  }
  const listen = async () => {
    for (const config of configs) served.push(await open(config, log, { store, activity }))
    const ops = createOpsServer({ config: opsConfig, log, mirrors: served.map(toOpsMirror), activity })
    return { ops, url: (await ops.listen()).url }
  }
  const { ops, url } = await listen().catch(async (error: unknown) => {
    await stopMirrors()
    throw toListenError(opsConfig, error)
  })
  const stopping = new AbortController()
  return {
    url,
    mirrors: served.flatMap(({ mirror }) => mirror ?? []),
    async start() {
      const started = await activity.during(() =>
        Promise.all(served.map((one) => start(one, stopping.signal))),
      )
      const notStarted = started.filter((isStarted) => !isStarted).length
      if (!stopping.signal.aborted) log.info({ url, mirrors: started.length, notStarted }, 'daemon ready')
    },
    async stop() {
      stopping.abort()
      activity.stop()
      await ops.close()
      await stopMirrors()
    },
  }
}

type Shared = { store: OpenedStore; activity: Activity }

async function open(config: Config, logOfAll: Logger, { store, activity }: Shared): Promise<Served> {
  const { namedMirror: id } = config
  if (id === undefined) {
    const mirror = await openMirror(config, logOfAll, store, activity)
    return { config, log: logOfAll, place: undefined, mirror }
  }
  const log = logOfAll.child({ mirror: id })
  const place = { id, base: mirrorPath(id) }
  try {
    return { config, log, place, mirror: await openMirror(config, log, store.forMirror(id), activity) }
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'mirror did not open')
    return { config, log, place, fault: reasonOf(error) }
  }
}

/** Returns whether the mirror started; the only mirror of a daemon must start. */
async function start({ mirror, config, log, place }: Served, signal: AbortSignal): Promise<boolean> {
  if (mirror === undefined) return false
  try {
    const nextRunAt = await mirror.start({ asDaemon: true, signal })
    if (!signal.aborted) log.info({ schedule: config.schedule, nextRunAt }, 'mirror ready')
    return true
  } catch (error) {
    if (place === undefined) throw error
    if (!signal.aborted) log.error({ reason: reasonOf(error) }, 'mirror did not start')
    return false
  }
}

function toOpsMirror({ config, mirror, place, fault }: Served): OpsMirror {
  if (mirror === undefined) return { place, fault }
  const { sync, stores, queues, control, health } = mirror
  const { audit, history } = stores
  const { timeZone } = config.ops
  const { apiRoot } = config.cms
  const shown = { audit, history, timeZone, editorUrl: (pageId: number) => editorUrl(apiRoot, pageId) }
  return { place, deps: { ...sync, ...shown, queues: Object.values(queues), control, health } }
}

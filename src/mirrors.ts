import { mirrorPath, type Config } from '../config/daemon.ts'
import type { Configs } from '../config/mirrors/read-mirrors.ts'
import type { Daemon } from './daemon.ts'
import { reasonOf } from './lib/errors.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror } from './mirror.ts'
import type { OpsMirror, OpsPlace } from './ops/deps.ts'
import { toListenError } from './ops/http/listening.ts'
import { createMirrorsServer } from './ops/server.ts'
import { serveMirror, type ServedMirror } from './serve-mirror.ts'
import { openStore, type OpenedStore } from './store/open.ts'

type Opened = { place: OpsPlace; log: Logger } & ({ served: ServedMirror } | { fault: string })

/**
 * Opens several mirrors and one ops server, then starts all of them. They share a connection to Redis;
 * workers wait for jobs on separate connections. A mirror that does not open or start is left out, and the
 * dashboard shows why.
 */
export async function startMirrors(
  configs: Configs,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Daemon> {
  const [first] = configs
  const store = await openStore(first, log, { onLost })
  const opened = await Promise.all(configs.map((config) => open(config, log, store)))
  const close = async (): Promise<void> => {
    await Promise.all(opened.map(async (one) => ('served' in one ? one.served.close() : undefined)))
    await store.close()
  }
  const listen = async () => {
    const ops = createMirrorsServer({ config: first.ops, log, mirrors: opened.map(toOpsMirror) })
    return { ops, url: (await ops.listen()).url }
  }
  const { ops, url } = await listen().catch(async (error: unknown) => {
    await close()
    throw toListenError(first.ops, error)
  })
  let stopping = false
  const beginOne = async (one: Opened): Promise<boolean> => {
    if (!('served' in one)) return false
    try {
      const nextRunAt = await one.served.begin()
      if (!stopping) one.log.info({ nextRunAt }, 'mirror ready')
      return true
    } catch (error) {
      if (!stopping) one.log.error({ reason: reasonOf(error) }, 'mirror did not start')
      return false
    }
  }
  const begin = async (): Promise<void> => {
    const begun = await Promise.all(opened.map(beginOne))
    const notStarted = begun.filter((started) => !started).length
    if (!stopping) log.info({ url, mirrors: begun.length, notStarted }, 'daemon ready')
  }
  const ready = begin()
  return {
    url,
    ready,
    async stop() {
      stopping = true
      for (const one of opened) if ('served' in one) one.served.abort()
      await ops.close()
      await close()
    },
  }
}

async function open(config: Config, logOfAll: Logger, store: OpenedStore): Promise<Opened> {
  const { mirrorId: id } = config
  const log = logOfAll.child({ mirror: id })
  const place = { id, base: mirrorPath(id) }
  try {
    const mirror = await openMirror(config, log, undefined, store)
    return { place, log, served: serveMirror(mirror, config.ops) }
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'mirror did not open')
    return { place, log, fault: reasonOf(error) }
  }
}

function toOpsMirror(one: Opened): OpsMirror {
  const { place } = one
  return 'served' in one ? { place, deps: one.served.deps } : { place, fault: one.fault }
}

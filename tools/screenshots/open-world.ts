import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createKeys } from '../../src/store/redis/keys.ts'
import type { Run } from '../../src/core/run/run.ts'
import { spawnDaemon } from '../../test/helpers/world/daemon.ts'
import { anyPrice } from '../../test/helpers/world/any-price.ts'
import { openStage } from '../../test/helpers/sync/sync-deps.ts'

const languages = 'de-de,de-at,en-gb,fr-fr,it-it,es-es,pl-pl,nl-nl,cs-cz,sv-se,pt-pt,ar-ae'
const login = { OPS_USER: 'anna', OPS_PASSWORD: 'of-these-pictures' }

/** The `authorization` header of the dashboard’s user. */
export const authorization = `Basic ${btoa(`${login.OPS_USER}:${login.OPS_PASSWORD}`)}`

export type World = Awaited<ReturnType<typeof openWorld>>

/** The bundled server, a Redis with a mirror, and daemons for this mirror or an empty one. */
export async function openWorld() {
  const stage = await openStage({ gtins: 48, languages })
  const mirrorId = 'shop'
  const mirror = stage.openMirror({ keys: createKeys(mirrorId) })
  const folder = await mkdtemp(join(tmpdir(), 'screenshots-'))
  const catalog = join(folder, 'catalog.txt')
  const env = {
    PARTNER_BASE_URL: stage.mock.partnerBaseUrl,
    PARTNER_TOKEN: stage.mock.token,
    CMS_API_ROOT: stage.mock.cmsRoot,
    CMS_USER: 'admin',
    CMS_PASSWORD: 'abcdabcdabcdabcdabcdabcd',
    CMS_CONCURRENCY: '1',
    CATALOG: catalog,
    REDIS_URL: `unix://${stage.redis.options.path}`,
    DATA_DIR: folder,
    OPS_PORT: '0',
    MIRROR_ID: mirrorId,
    // The first sync without a product retires its pages.
    RETIRE_AFTER_MISSES: '1',
    GUARDS: anyPrice,
    ...login,
  }
  const daemons: ReturnType<typeof spawnDaemon>[] = []
  const listGtins = (gtins: readonly string[]): Promise<void> => writeFile(catalog, gtins.join('\n'))
  await listGtins(stage.gtins)

  return {
    ...stage,
    mirror,
    gtin: (index: number): string => stage.gtins[index] ?? '',
    listGtins,

    /** Starts a daemon; returns the address of its dashboard when it is ready. */
    startDaemon(changes: Record<string, string> = {}): Promise<string> {
      const daemon = spawnDaemon({ ...env, ...changes })
      daemons.push(daemon)
      return daemon.ready()
    },

    /** Stops all daemons. */
    async stopDaemons(): Promise<void> {
      await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()))
    },

    /** Waits until a run fits; gives up after four minutes. */
    async until(runId: string, fits: (run: Run, written: number) => boolean): Promise<void> {
      const deadline = AbortSignal.timeout(240_000)
      for (;;) {
        const [run, counters] = await Promise.all([mirror.runs.read(runId), mirror.runs.progress(runId)])
        if (run && fits(run, counters['written'] ?? 0)) return
        await setTimeout(100, undefined, { signal: deadline })
      }
    },

    async end(): Promise<void> {
      await this.stopDaemons()
      await stage.tidy()
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a request to the API of a dashboard; throws when it is refused. */
export async function request(url: string, body: unknown): Promise<Run | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { run?: Run }).run
}

/** Whether a run has ended or is held. */
export function hasEnded({ state }: Run): boolean {
  return state !== 'planning' && state !== 'writing'
}

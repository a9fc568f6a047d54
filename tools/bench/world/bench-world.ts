import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { readConfig } from '../../../config/daemon.ts'
import { readTemplates } from '../../../config/templates.ts'
import { demoEnvironment } from '../../../src/cli/commands/demo-environment.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { activeStates } from '../../../src/core/run/run.ts'
import type { RunReport } from '../../../src/ops/live/run-report.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { createPartner } from '../../../src/partner/partner.ts'
import { toGmt } from '../../../src/lib/gmt.ts'
import { createObserved } from '../../../src/store/records/observed.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { runBound } from '../../../test/helpers/processes/spawn-bound.ts'
import { openGate } from '../../../test/helpers/sync/gate.ts'
import { openSignedFiles } from '../../../test/helpers/sync/signed-files.ts'
import { startTestRedis } from '../../../test/helpers/world/redis.ts'
import { startBenchDaemon, type BenchDaemon } from './bench-daemon.ts'
import { startBundledServer } from './bundled-server.ts'
import { generateSnapshots } from './generate-snapshots.ts'
import { usageOf, type Usage } from './usage.ts'

export type BenchWorld = Awaited<ReturnType<typeof openBench>>

/** A run from the outside: wall-clock seconds from the request to its end, and what its first daemon used by then. */
export type TimedRun = { run: RunReport; seconds: number; cpuSeconds: number; usage: Usage }

const pollMs = 5
/** A run compares changes from this long before its cursor. */
const overlapMs = 60_000

/** The CMS of the bench: its REST root and its user. `reset` makes it pristine. */
export type BenchCms = {
  root: string
  namespace: string
  user: string
  password: string
  reset?: () => Promise<void>
}

/** `withFiles` is how many products have files; none if it is left out. `types`: a file of post types. */
type Size = { gtins: number; languages: readonly string[]; withFiles?: number; types?: string }

/**
 * Redis, the bundled server and the daemons, each in a separate process; the daemon is `product-mirror daemon`, as users run
 * it. Another CMS may replace the bundled one.
 */
export async function openBench(size: Size, otherCms?: BenchCms) {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-bench-'))
  const redisServer = await startTestRedis()
  const server = await startBundledServer(size)
  const redis = new Redis({ path: redisServer.connection.path, replyMapping: 'legacy' })
  const cms = otherCms ?? bundledCms(server.origin)
  const environment = {
    ...demoEnvironment({ LOG_LEVEL: 'warn' }, server.origin, folder),
    CMS_API_ROOT: cms.root,
    CMS_NAMESPACE: cms.namespace,
    CMS_USER: cms.user,
    CMS_PASSWORD: cms.password,
    REDIS_URL: redisServer.url,
  } as Record<string, string>
  const config = readConfig(environment)
  const keys = createKeys(config.mirrorId)
  const { templateDir, template, page, map } = config
  const renderer = createRenderer({ ...(await readTemplates(templateDir, template)), ...page, map })
  const daemons: BenchDaemon[] = []
  const observed = createObserved(redis, keys)

  let lastStart = Date.now()

  /**
   * As if the last run had started hours after all earlier writes. A run compares the pages of the quarter of an hour
   * before the last one again, and those would be all pages of a benchmark.
   */
  async function passHours(): Promise<void> {
    const cursor = await observed.readCursor()
    if (cursor !== undefined)
      await observed.saveCursor({ ...cursor, since: toGmt(lastStart + overlapMs) }, toGmt(lastStart))
    lastStart = Date.now()
  }

  return {
    ...server,
    cms,
    redis,
    mirrorKeys: keys,
    languages: size.languages,
    keys: size.languages.flatMap((language) => server.gtins.map((gtin): RecordKey => ({ gtin, language }))),
    concurrency: config.partner.concurrency,
    batchesInFlight: config.cms.concurrency,
    renderer,
    redisInfo: () => redis.info(),
    /** Bytes that Redis uses for its data. */
    redisBytes: async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]),
    /** Starts one more daemon; `seconds` until it is ready. */
    async startDaemon(more: Record<string, string> = {}): Promise<BenchDaemon> {
      const daemon = await startBenchDaemon({ ...environment, ...more }, folder)
      daemons.push(daemon)
      return daemon
    },
    async stopDaemons(): Promise<void> {
      await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()))
    },
    /** Fills the mirror with snapshots of all records, without their pages. */
    async generate(): Promise<void> {
      const gate = openGate()
      const signedFiles = openSignedFiles()
      const partner = createPartner({ ...config.partner, gate, signedFiles, assetGateOf: () => gate })
      await generateSnapshots({ partner, redis, keys, renderer }, this.keys)
      await partner.close()
    },
    /** Seconds of one command from its start to its end. */
    async command(...args: string[]): Promise<number> {
      const startedAt = performance.now()
      await runBound(join(import.meta.dirname, '..', '..', '..', 'bin', 'product-mirror'), args, {
        cwd: folder,
      })
      return (performance.now() - startedAt) / 1000
    },
    /** Empties the CMS and Redis; also resets the partner's changed products. Daemons stay. */
    async empty(): Promise<void> {
      await Promise.all([server.reset(), cms.reset?.()])
      const stored = await redis.keys(`pm:${config.mirrorId}:*`)
      // A run id must not occur twice: the queues still know the jobs of the first.
      const state = stored.filter((key) => !key.includes(':queues') && !key.includes(':run-counter'))
      if (state.length > 0) await redis.del(...state)
    },
    /**
     * A full run or a verify, hours after the last one, over the first daemon's API. It is timed from the request to its
     * end, which is checked `everyMs`.
     */
    async sync(kind: 'sync' | 'verify' = 'sync', everyMs = pollMs): Promise<TimedRun> {
      const [daemon] = daemons
      if (daemon === undefined) throw new Error('no daemon was started')
      await passHours()
      const { cpuSeconds: before } = await usageOf(daemon.pid)
      const startedAt = performance.now()
      const runId = await daemon.startRun({ kind })
      // Read from Redis, so that the daemon has no work with it.
      const isActive = async (): Promise<boolean> => {
        const state = await redis.hget(keys.run(runId), 'state')
        return state !== null && (activeStates as readonly string[]).includes(JSON.parse(state) as string)
      }
      while (await isActive()) await sleep(everyMs)
      const seconds = (performance.now() - startedAt) / 1000
      const usage = await usageOf(daemon.pid)
      const run = await daemon.readRun(runId)
      return { run, seconds, usage, cpuSeconds: usage.cpuSeconds - before }
    },
    async close(): Promise<void> {
      await this.stopDaemons()
      redis.disconnect()
      server.stop()
      await redisServer.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function bundledCms(origin: string): BenchCms {
  return {
    root: `${origin}/api/rest`,
    namespace: 'cms/v2',
    user: 'admin',
    password: 'abcdabcdabcdabcdabcdabcd',
  }
}

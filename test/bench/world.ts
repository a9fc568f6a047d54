import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config/daemon.ts'
import { enqueueRun } from '../../jobs/control.ts'
import type { RecordKey } from '../../src/core/record/record.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { openMirror } from '../../src/mirror.ts'
import { activeStates, type Run } from '../../src/core/record/run.ts'
import { demoEnvironment } from '../../src/cli/commands/demo-environment.ts'

/** The bundled server in its own process, and a mirror on an embedded Redis in this one; assets are left out. */
export async function openBench(options: { gtins: string; languages: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-bench-'))
  const main = join(import.meta.dirname, '..', '..', 'src', 'mock', 'main.ts')
  const flags = ['--port', '0', '--gtins', options.gtins, '--languages', options.languages]
  const server = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => server.kill('SIGKILL'))
  const origin = await readOrigin(server.stdout)
  const control = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${origin}/__mock${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })

  const gtins = (await (await control('GET', '/catalog.txt')).text()).split('\n').filter(Boolean)
  const languages = options.languages.split(',')
  const noAssets = {
    image: '',
    banner: '',
    datasheet: '',
    safety_datasheet: '',
    declaration_of_performance: '',
  }
  for (const gtin of gtins) await control('PUT', `/products/${gtin}/*`, noAssets)

  const config = readConfig(demoEnvironment({ LOG_LEVEL: 'warn' }, origin, folder))
  const mirror = await openMirror(config, createLogger({ level: 'warn', destination: 'stderr' }))
  await mirror.work({ schedule: false })

  return {
    origin,
    gtins,
    languages,
    keys: languages.flatMap((language) => gtins.map((gtin): RecordKey => ({ gtin, language }))),
    concurrency: config.partner.concurrency,
    batchesInFlight: config.cms.concurrency,
    renderer: mirror.sync.renderer,
    policy: mirror.sync.policy,
    redisInfo: () => mirror.store.redis.info(),
    change: (gtin: string, fields: object) => control('PUT', `/products/${gtin}/*`, fields),
    /** Empties the CMS and Redis; also resets the partner's changed products. */
    async empty(): Promise<void> {
      await control('POST', '/reset')
      for (const gtin of gtins) await control('PUT', `/products/${gtin}/*`, noAssets)
      const keys = await mirror.store.redis.keys(`pm:${config.mirrorId}:*`)
      // A run id must not come twice: the queues still know the jobs of the first.
      const state = keys.filter((key) => !key.includes(':queues') && !key.includes(':run-counter'))
      if (state.length > 0) await mirror.store.redis.del(...state)
    },
    /** One run from being asked for to its end; `seconds` by the wall clock of this process. */
    async sync(): Promise<{ run: Run; seconds: number }> {
      const startedAt = performance.now()
      const begun = await enqueueRun(mirror, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
      if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
      for (;;) {
        const state = await mirror.sync.runs.state(begun.run.id)
        if (state === undefined || !activeStates.includes(state)) break
        await sleep(10)
      }
      const seconds = (performance.now() - startedAt) / 1000
      const run = await mirror.sync.runs.read(begun.run.id)
      if (run === undefined) throw new Error('the run vanished')
      return { run, seconds }
    },
    async close(): Promise<void> {
      await mirror.close()
      server.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BenchWorld = Awaited<ReturnType<typeof openBench>>

async function readOrigin(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0]
    if (origin !== undefined) return origin
  }
  throw new Error('the bundled server ended before it was ready')
}

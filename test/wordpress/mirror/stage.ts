import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { WireProduct } from '../../../src/contracts/partner.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { startEmbeddedRedis } from '../../../src/store/embedded/embedded-redis.ts'
import type { RunReport } from '../../../src/cli/json/run-report.ts'
import { spawnCli } from '../../helpers/world/cli.ts'
import { anyPrice } from '../../helpers/world/any-price.ts'
import { startMock } from '../../helpers/world/mock-server.ts'
import { startEngine } from '../engine/start.ts'
import { openProxy } from './proxy.ts'
import { readSite } from './site.ts'

export type StageOptions = { gtins: number; languages: readonly string[] }

/** The result of a run, as seen from outside. */
export type Synced = RunReport & { exitCode: number | null }

/** A real WordPress, the bundled partner, and a mirror between them that runs from the command line. */
export async function openStage({ gtins, languages }: StageOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-stage-'))
  const catalogFile = join(folder, 'catalog.txt')
  const dataDir = join(folder, 'data')
  const engine = await startEngine()
  const partner = await startMock({ gtins, languages: languages.join(',') })
  const proxy = await openProxy(engine.siteUrl)

  const env = {
    PARTNER_BASE_URL: partner.partnerBaseUrl,
    PARTNER_TOKEN: partner.token,
    CMS_API_ROOT: engine.apiRoot.replace(engine.siteUrl, proxy.origin),
    CMS_NAMESPACE: engine.namespace,
    CMS_USER: engine.user,
    CMS_PASSWORD: engine.password,
    CMS_WRITE_GRACE_SECONDS: '2',
    CATALOG: catalogFile,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    GUARDS: anyPrice,
  }
  const commands: ReturnType<typeof spawnCli>[] = []

  /** A command, as a process to await or to kill. */
  function spawn(args: readonly string[], overrides: Record<string, string> = {}) {
    const command = spawnCli(args, { ...env, ...overrides })
    commands.push(command)
    return command
  }

  const credentials = `Basic ${btoa(`${engine.user}:${engine.password}`)}`

  return {
    engine,
    /** The environment of the commands. */
    env,
    partner,
    proxy,
    site: readSite(engine),

    /** Replaces the content of the catalogue file. */
    setCatalog: (list: readonly string[]) => writeFile(catalogFile, `${list.join('\n')}\n`),

    spawn,

    /** Deletes all data of the mirror. No command may be running. */
    loseRedis: () => rm(dataDir, { recursive: true, force: true }),

    /** Runs `sync --json` to its end. Throws with its log if it printed no report. */
    async sync(overrides: Record<string, string> = {}, ...options: string[]): Promise<Synced> {
      const { code, stdout, stderr } = await spawn(['sync', '--json', ...options], overrides).ended
      if (stdout === '') throw new Error(`sync ended with ${code} and no report:\n${stderr}`)
      return { ...(JSON.parse(stdout) as RunReport), exitCode: code }
    },

    /** The partner's current data of a record. */
    async fetchProduct(gtin: string, language: string): Promise<WireProduct> {
      const headers = { authorization: `Token ${partner.token}` }
      const response = await fetch(`${partner.partnerUrl}/product/${gtin}/?language=${language}`, { headers })
      return (await response.json()) as WireProduct
    },

    /** A request as an editor of the site, bypassing the mirror and its proxy. */
    async rest<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${engine.apiRoot}/${engine.namespace}${path}`, {
        method,
        headers: { authorization: credentials, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
      return JSON.parse(text) as T
    },

    async close(): Promise<void> {
      // A failed test may have left a command running.
      for (const { child } of commands) child.kill('SIGKILL')
      await Promise.all(commands.map(({ ended }) => ended))
      await Promise.all([proxy.close(), partner.close()])
      // A killed command leaves its Redis running for the next one. The last one to join it stops it.
      const redis = await startEmbeddedRedis({
        dataDir,
        log: createLogger({ level: 'silent', destination: 'stderr' }),
      })
      await redis.stop()
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { RunReport } from '../../../src/cli/json/run-report.ts'
import { checkReport } from './check-report.ts'
import { jsonOf, spawnCli, type Ended } from './cli.ts'
import { isHostable, runHosted } from './command-hosts.ts'
import { spawnDaemon, type DaemonProcess } from './daemon.ts'
import { startMock } from './mock-server.ts'
import { untilGone } from '../processes/until-gone.ts'
import { startTestRedis } from './redis.ts'

export type PageRow = {
  id: number
  slug: string
  status: string
  parent: number
  title: { raw: string }
  content: { raw: string }
}

const admin = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`

export type WorldOptions = {
  gtins: number
  languages: string[]
  env?: Record<string, string>
  mediaTrash?: 'on' | 'off'
  /** A file with post types, taxonomies and fields. */
  types?: string
}

/** The bundled server, a Redis and a catalogue file, with the environment for mirroring from one to the other. */
export async function openWorld(options: WorldOptions) {
  const [mock, server, folder] = await Promise.all([
    startMock({
      gtins: String(options.gtins),
      languages: options.languages.join(','),
      mediaTrash: options.mediaTrash ?? 'off',
      ...(options.types !== undefined && { types: options.types }),
    }),
    startTestRedis(),
    mkdtemp(join(tmpdir(), 'mirror-world-')),
  ])
  const catalogFile = join(folder, 'catalog.txt')
  const gtins = await mock.gtins()
  const listGtins = (list: readonly string[]): Promise<void> => writeFile(catalogFile, list.join('\n'))
  await listGtins(gtins)
  const env: Record<string, string> = {
    PARTNER_BASE_URL: mock.partnerBaseUrl,
    PARTNER_TOKEN: mock.token,
    CMS_API_ROOT: mock.cmsRoot,
    CMS_USER: 'admin',
    CMS_PASSWORD: 'abcdabcdabcdabcdabcdabcd',
    CMS_WRITE_GRACE_SECONDS: '1',
    CATALOG: catalogFile,
    REDIS_URL: server.url,
    DATA_DIR: folder,
    OPS_PORT: '0',
    SCHEDULE: 'off',
    ...options.env,
  }

  const redis = new Redis({ ...server.connection, lazyConnect: true })
  const daemons: DaemonProcess[] = []
  const commands: ReturnType<typeof spawnCli>[] = []

  function spawn(changes: Record<string, string>, args: readonly string[]) {
    const started = spawnCli(args, { ...env, ...changes })
    const command = { ...started, ended: started.ended.then((ended) => checked(args, ended)) }
    commands.push(command)
    return command
  }

  async function run(changes: Record<string, string>, args: readonly string[]): Promise<Ended> {
    const changed = { ...env, ...changes }
    return isHostable(args, changed)
      ? checked(args, await runHosted(args, changed))
      : spawn(changes, args).ended
  }

  /** Every report must match its reference. */
  function checked(args: readonly string[], ended: Ended): Ended {
    checkReport(args, ended)
    return ended
  }

  async function cms<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${mock.cmsRoot}${path}`, {
      method,
      headers: { authorization: admin, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }

  return {
    mock,
    env,
    gtins,
    listGtins,
    cms,
    /** A Redis client for checks of the stored data. It connects on first use. */
    redis,
    /** Starts a command in a separate process, which is killed if it still runs when the world is closed. */
    spawn: (...args: string[]) => spawn({}, args),
    /** Starts a command with some variables changed. */
    spawnWith: (changes: Record<string, string>, ...args: string[]) => spawn(changes, args),
    /** Runs a command to its end. */
    run: (...args: string[]) => run({}, args),
    /** Runs a command with some variables changed. An empty one counts as unset. */
    runWith: (changes: Record<string, string>, ...args: string[]) => run(changes, args),
    /** Starts a daemon. Daemons that still run when the world is closed are killed. */
    spawnDaemon(changes: Record<string, string> = {}): DaemonProcess {
      const daemon = spawnDaemon({ ...env, ...changes })
      daemons.push(daemon)
      return daemon
    },
    /** Runs `sync --json` or another command that prints a report: exit code, report, and log. */
    async report(...args: string[]): Promise<{ code: number | null; report: RunReport; log: string }> {
      const ended = await run({}, args)
      return { code: ended.code, report: jsonOf(ended) as RunReport, log: ended.stderr }
    },
    /** All pages of the CMS with the slug of a record, including duplicates, in any status. */
    async recordPages(): Promise<PageRow[]> {
      const rows: PageRow[] = []
      for (let page = 1; ; page++) {
        const query = `context=edit&per_page=100&page=${page}&orderby=id&order=asc&status=publish,future,draft,pending,private,trash`
        const found = await cms<PageRow[]>('GET', `/cms/v2/pages?${query}`)
        rows.push(...found.filter(({ slug }) => slug.startsWith('gtin-')))
        if (found.length < 100) return rows
      }
    },
    async close(): Promise<void> {
      for (const { child } of commands) child.kill('SIGKILL')
      await Promise.all([...daemons.map((daemon) => daemon.kill()), ...commands.map(({ ended }) => ended)])
      await untilEmbeddedRedisEnded(folder)
      redis.disconnect()
      const left = await server.findConnections()
      await Promise.all([mock.close(), server.close()])
      await rm(folder, { recursive: true, force: true })
      if (left.length > 0) throw new Error(`A command left connections to Redis open:\n${left.join('\n')}`)
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Waits for the end of an embedded server whose last user was killed. Usually there is none. */
async function untilEmbeddedRedisEnded(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'redis', 'redis.pid'), 'utf8').catch(() => '0'))
  if (pid > 0) await untilGone(pid)
}

/** The slugs of all records, each of which must be in the CMS exactly once. */
export function slugsOf(gtins: readonly string[], languages: readonly string[]): string[] {
  return gtins.flatMap((gtin) => languages.map((language) => `gtin-${gtin}-${language}`)).sort()
}

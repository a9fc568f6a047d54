import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createDecider } from './actors/decisions.ts'
import { openEditors } from './actors/editors.ts'
import { openPartner } from './actors/partner.ts'
import { startCluster } from './actors/cluster.ts'
import { bundle } from './bundle.ts'
import { startRedis } from './actors/redis.ts'
import { createRuns } from './actors/runs.ts'
import { mapOf } from './story/mapped.ts'
import type { Kill, Phase, Schedule } from './story/schedule.ts'
import { startServer } from './actors/server.ts'
import { createSupervisor } from './actors/supervisor.ts'
import { endWithUs, removeWithUs } from './left-behind.ts'

const root = join(import.meta.dirname, '..', '..')

/** Long enough for a machine that is busy with other things as well. */
const runLimitMs = 240_000
const killLimitMs = 10_000
const dayMs = 86_400_000

/** All that a schedule is played with: both interfaces, a Redis, daemons under a supervisor, editors, and a log. */
export async function openWorld(schedule: Schedule, bug: string | undefined) {
  const main = await bundle('src/main.ts', bug)
  const folder = removeWithUs(await mkdtemp(join(tmpdir(), 'chaos-')))
  const log: string[] = []
  const say = (line: string): void => void log.push(line)
  const [server, redis] = await Promise.all([
    startServer(schedule),
    schedule.redis === 'cluster' ? startCluster(folder) : startRedis(folder),
  ])
  const partner = await openPartner(server, schedule.languages, folder, schedule.policy)
  const firedFile = join(folder, 'fired')
  await writeFile(firedFile, '')
  const { policy } = schedule
  const strict = policy.guards === 'strict'
  const env: Record<string, string> = {
    PARTNER_BASE_URL: server.url,
    PARTNER_TOKEN: server.token,
    CMS_API_ROOT: `${server.url}/api/rest`,
    CMS_USER: server.login,
    CMS_PASSWORD: server.password,
    CMS_WRITE_GRACE_SECONDS: String(schedule.writeGraceSeconds),
    CATALOG: partner.catalogFile,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    OPS_PORT: '0',
    // While a language is off, its files have other bytes, and the oracle does not know which.
    MEDIA_RECHECK_DAYS: schedule.phases.some(losesLanguage) ? '365' : '7',
    SCHEDULE: 'off',
    VERIFY_SCHEDULE: 'off',
    JOB_LOCK_SECONDS: '5',
    RETIRE_TO: policy.retireTo,
    RETIRE_AFTER_MISSES: String(policy.misses),
    CHAOS_CLOCK_MS: '0',
    ON_EDIT: policy.onEdit,
    ON_SLUG_TAKEN: policy.onSlugTaken ?? 'report',
    GUARD_MAX_RETIRE_SHARE: strict ? '0.1' : '1',
    GUARD_MAX_UPDATE_SHARE: strict ? '0.5' : '1',
    GUARDS: join(import.meta.dirname, 'guards.yaml'),
    ...(schedule.mapped && { MAP: await mapOf(schedule, folder) }),
    ...(policy.familyBy && { FAMILY_BY: policy.familyBy }),
    ...(policy.groupBy && { LISTING_GROUP_BY: policy.groupBy }),
    ...(policy.banner && { BANNER: policy.banner }),
    CHAOS_FIRED: firedFile,
    CHAOS_REDIS_PID: redis.pidFile,
  }
  const supervisor = createSupervisor({ count: schedule.daemons, main, env, say })
  const kills = schedule.phases.reduce(
    (sum, phase) => sum + phase.kills.length + (phase.undo?.kills.length ?? 0),
    0,
  )
  const runs = createRuns(supervisor, runLimitMs + killLimitMs * kills)
  const editors = openEditors({
    server,
    partner,
    decide: createDecider(supervisor, runs),
    adopts: policy.onSlugTaken === 'adopt',
  })

  return {
    folder,
    server,
    redis,
    partner,
    editors,
    supervisor,
    runs,
    log,
    say,
    /** Daemons that start from now on start a run at this time of each day. */
    schedule: (cron: string): void => void (env['SCHEDULE'] = cron),
    /** A day passes for the mirror: its misses are counted a night at a time. */
    async passNight(): Promise<void> {
      env['CHAOS_CLOCK_MS'] = String(Number(env['CHAOS_CLOCK_MS']) + dayMs)
      await supervisor.setClock(Number(env['CHAOS_CLOCK_MS']))
      say('— a night passes')
    },
    /** The kills so far. */
    fired: (): (Kill & { what: string })[] =>
      readFileSync(firedFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Kill & { what: string }),
    /** Runs a command of the command line to its end. */
    async command(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
      const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
      const clock = join(import.meta.dirname, 'clock.ts')
      const child = endWithUs(
        spawn(process.execPath, ['--import', clock, await bundle('src/cli.ts', bug), ...args], {
          env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          cwd: root,
        }),
      )
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ])
      return { code, stdout, stderr }
    },
    async close(): Promise<void> {
      await supervisor.stop()
      await Promise.all([server.close(), redis.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function losesLanguage({ tonight = [] }: Phase): boolean {
  return tonight.some(({ do: what }) => what === 'language-off')
}

export type World = Awaited<ReturnType<typeof openWorld>>

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { findRedisServer, redisArguments } from '../../../src/store/embedded/redis-server.ts'
import { withWorld } from '../../helpers/fixtures.ts'
import { ask } from '../../helpers/world/daemon.ts'
import type { World } from '../../helpers/world/mirror-world.ts'
import { spawnBound } from '../../helpers/processes/spawn-bound.ts'
import { untilGone } from '../../helpers/processes/until-gone.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'] })

describe.concurrent('a daemon that cannot work', () => {
  it('ends with exit code 7 and lists every error of its configuration', async ({ world }) => {
    const daemon = world.spawnDaemon({
      PARTNER_TOKEN: '',
      CMS_NAMESPACE: 'two words',
      SCHEDULE: 'every day',
      OPS_PORT: 'many',
    })
    const { code, stderr } = await daemon.ended()
    expect(code).toBe(7)
    expect(stderr.trim().split('\n')).toEqual([
      'The configuration has 4 errors:',
      '  - PARTNER_TOKEN is required: the API token, one line.',
      expect.stringMatching(/^ {2}- CMS_NAMESPACE is "two words"\. Allowed: /),
      expect.stringMatching(/^ {2}- SCHEDULE is "every day": it has 2 fields instead of 5 or 6\. Allowed: /),
      expect.stringMatching(/^ {2}- OPS_PORT is "many"\. Allowed: /),
    ])
  })

  it('ends with exit code 7 and one sentence when its port is taken, leaving no Redis behind', async ({
    world,
  }) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const daemon = world.spawnDaemon({ OPS_PORT: port, ...embeddedIn(world, 'taken') })
    const { code, stderr } = await daemon.ended()
    other.close()
    expect(stderr).toBe(
      `OPS_PORT is ${port}, but another process already listens on 127.0.0.1:${port}. Stop it, or choose another port; 0 takes any free one.\n`,
    )
    expect(code).toBe(7)
    await untilGone(redisPidOf(daemon))
  })

  it('listens on loopback only without a login, and leaves no Redis behind', async ({ world }) => {
    const daemon = world.spawnDaemon({ OPS_HOST: '0.0.0.0', ...embeddedIn(world, 'open') })
    const { code, stderr } = await daemon.ended()
    expect(stderr).toMatch(/^OPS_HOST is 0\.0\.0\.0, .*Set OPS_USER and OPS_PASSWORD.*\n$/)
    expect(code).toBe(7)
    await untilGone(redisPidOf(daemon))
  })
})

describe.concurrent('a daemon without Redis', () => {
  it('logs once why it is not ready, and starts its work when Redis is up', async ({
    world,
    onTestFinished,
  }) => {
    const dir = await mkdtemp(join(tmpdir(), 'late-redis-'))
    const socket = join(dir, 'redis.sock')
    const daemon = world.spawnDaemon({ REDIS_URL: `unix://${socket}` })
    const url = await daemon.url()
    expect(await ask('GET', `${url}/healthz`)).toMatchObject({ status: 200 })
    expect(await ask('GET', `${url}/readyz`)).toMatchObject({
      status: 503,
      body: { error: expect.anything() },
    })

    const server = await findRedisServer()
    const redis = spawnBound(server.file, redisArguments(server, { dir, socket, persistent: false }), {
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      redis.kill('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    })
    await daemon.ready()
    expect(await ask('GET', `${url}/readyz`)).toMatchObject({ status: 200 })
    const complaints = daemon.logged().filter(({ level }) => level >= 50)
    expect(complaints).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('ENOENT'), redis: `unix://${socket}` }),
    ])
    expect((await daemon.stop()).code).toBe(0)
  })

  it('ends on SIGTERM', async ({ world }) => {
    const daemon = world.spawnDaemon({ REDIS_URL: 'redis://127.0.0.1:1' })
    await daemon.line(({ msg }) => msg.startsWith('Redis does not respond'))
    const { code } = await daemon.stop()
    expect(code).toBe(0)
  })
})

describe.concurrent('without Redis', () => {
  const silent = { REDIS_URL: 'redis://:geheim@127.0.0.1:1', LOG_LEVEL: 'silent' }
  const message =
    'Redis at redis://127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check REDIS_URL and that this Redis is running. Without REDIS_URL an embedded one is started.\n'

  it('sync, plan, approve and status fail with the remedy, without the password', async ({ world }) => {
    const commands = [['sync', '--json'], ['plan'], ['approve', '2026-11-20-1'], ['status', '--json']]
    const ended = await Promise.all(commands.map((args) => world.runWith(silent, ...args)))
    expect(ended).toEqual(commands.map(() => ({ code: 1, stdout: '', stderr: message })))
  })

  it('doctor reports Redis as the error and checks nothing else', async ({ world }) => {
    const { code, stdout, stderr } = await world.runWith(silent, 'doctor')
    const said = stdout.split('\n').slice(1).join(' ').replaceAll(/ +/g, ' ').trim()
    const listed = message.trim().replace('. Check', ' → Check')
    expect(said).toBe(`✗ FAIL Redis ${listed} 1 error.`)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })
})

function embeddedIn(world: World, folder: string): Record<string, string> {
  return { REDIS_URL: '', DATA_DIR: join(world.env['DATA_DIR'] ?? '', folder) }
}

function redisPidOf(daemon: { logged(): Record<string, unknown>[] }): number {
  return Number(daemon.logged().find(({ msg }) => msg === 'embedded Redis ready')?.['redisPid'])
}

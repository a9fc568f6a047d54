import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { ask } from '../../helpers/world/daemon.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

describe.concurrent('without REDIS_URL', () => {
  const it = withOwnWorld({ gtins: 4, languages: ['de-de'], env: { REDIS_URL: '' } })

  /** The socket and the process id in the folder of a running server; both are gone when it has ended. */
  const signsOfLife = async (world: World) =>
    (await readdir(join(world.env['DATA_DIR'] ?? '', 'redis'))).filter((name) => /pid|sock/.test(name)).sort()

  it('two runs of sync share one state, and leave nothing running', async ({ world }) => {
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: 4 })
    expect(await signsOfLife(world)).toEqual([])
    await world.mock.zeroStats()
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: 0, unchanged: 4 })
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
    expect(await signsOfLife(world)).toEqual([])
  })

  it('status and sync join the Redis of a running daemon, and leave it to the daemon', async ({ world }) => {
    const daemon = world.spawnDaemon()
    const url = await daemon.ready()
    const { code, stdout } = await world.run('status', '--json')
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, state: 'never run', processes: 1 })
    expect((await ask('GET', `${url}/readyz`)).status).toBe(200)

    expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', created: 4 })
    expect((await ask('GET', `${url}/readyz`)).status).toBe(200)
    expect(await signsOfLife(world)).toEqual(['guard.sock', 'redis.pid', 'redis.sock'])

    expect((await daemon.stop()).code).toBe(0)
    expect(await signsOfLife(world)).toEqual([])
  })
})

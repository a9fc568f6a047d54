import { expect, test } from 'vitest'
import { openWorld } from '../../helpers/world/mirror-world.ts'
import { startScripted } from '../../helpers/world/scripted-server.ts'

const it = test
  .extend('monitor', { scope: 'file' }, async ({}, { onCleanup }) => {
    const monitor = await startScripted([{ status: 500 }, { status: 200 }])
    onCleanup(() => monitor.close())
    return monitor
  })
  .extend('world', { scope: 'file' }, async ({ monitor }, { onCleanup }) => {
    const env = { NOTIFY_HEARTBEAT_URL: `${monitor.url}/ping/secret-token` }
    const world = await openWorld({ gtins: 2, languages: ['de-de'], env })
    onCleanup(() => world.close())
    return world
  })

it('a successful run requests the heartbeat URL, and a failed or planned one does not', async ({
  world,
  monitor,
}) => {
  expect((await world.runWith({ PARTNER_TOKEN: 'wrong' }, 'sync')).code).toBe(5)
  expect((await world.run('plan')).code).toBe(2)
  expect(monitor.asked).toEqual([])

  // The monitor fails, the run does not.
  const ended = await world.run('sync', '--verbose')
  expect(ended.code).toBe(0)
  expect(monitor.asked).toHaveLength(1)
  expect(ended.stderr + ended.stdout).not.toContain('secret-token')

  // The heartbeat is tried again, like a notice.
  const daemon = world.spawnDaemon()
  await daemon.ready()
  await expect.poll(() => monitor.asked.length, { timeout: 60_000 }).toBe(2)
  expect(monitor.asked.map(({ method, url }) => [method, url])).toEqual([
    ['GET', '/ping/secret-token'],
    ['GET', '/ping/secret-token'],
  ])
  await daemon.stop()
  expect(JSON.stringify(daemon.logged())).not.toContain('secret-token')
  expect((await world.run('verify')).code).toBe(0)
  expect(monitor.asked).toHaveLength(3)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'
import { startScripted, type ScriptedServer } from '../../helpers/world/scripted-server.ts'

let world: World
let receiver: ScriptedServer
beforeAll(async () => {
  receiver = await startScripted([{ status: 200 }])
  world = await openWorld({ gtins: 2, languages: ['de-de'], env: { NOTIFY_URL: `${receiver.url}/hook` } })
})
afterAll(() => Promise.all([world.close(), receiver.close()]))

const told = () => receiver.asked.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type)

it('a command that is all there is tells of its trouble before it ends, once, and the next one of its end', async () => {
  const failing = { PARTNER_TOKEN: 'wrong' }
  expect((await world.runWith(failing, 'sync')).code).toBe(5)
  expect(told()).toEqual(['run.failed'])
  expect((await world.runWith(failing, 'sync')).code).toBe(5)
  expect((await world.run('sync')).code).toBe(0)
  expect(told()).toEqual(['run.failed', 'run.recovered'])
})

it('a daemon that starts tells what nobody was told, once', async () => {
  const nobody = { PARTNER_TOKEN: 'wrong', NOTIFY_URL: '' }
  expect((await world.runWith(nobody, 'sync')).code).toBe(5)
  const before = told().length
  for (let start = 0; start < 2; start += 1) {
    const daemon = world.spawnDaemon()
    await daemon.ready()
    await expect.poll(() => told().slice(before)).toEqual(['run.failed'])
    await daemon.stop()
  }
  expect(told().slice(before)).toEqual(['run.failed'])
})

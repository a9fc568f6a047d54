import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../helpers/mirror-world.ts'
import { startScripted, type ScriptedServer } from '../helpers/scripted-server.ts'

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

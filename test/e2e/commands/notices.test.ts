import { expect, test } from 'vitest'
import { openWorld } from '../../helpers/world/mirror-world.ts'
import { startScripted, type ScriptedServer } from '../../helpers/world/scripted-server.ts'

const it = test
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startScripted([{ status: 200 }])
    onCleanup(() => receiver.close())
    return receiver
  })
  .extend('world', { scope: 'file' }, async ({ receiver }, { onCleanup }) => {
    const env = { NOTIFY_URL: `${receiver.url}/hook` }
    const world = await openWorld({ gtins: 2, languages: ['de-de'], env })
    onCleanup(() => world.close())
    return world
  })

const notices = (receiver: ScriptedServer) =>
  receiver.asked.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type)

it('a command without a daemon sends one notice of a failure, and one of the recovery', async ({
  world,
  receiver,
}) => {
  const failing = { PARTNER_TOKEN: 'wrong' }
  expect((await world.runWith(failing, 'sync')).code).toBe(5)
  expect(notices(receiver)).toEqual(['run.failed'])
  expect((await world.runWith(failing, 'sync')).code).toBe(5)
  expect((await world.run('sync')).code).toBe(0)
  expect(notices(receiver)).toEqual(['run.failed', 'run.recovered'])
})

it('a daemon sends the notice that a command could not send, once', async ({ world, receiver }) => {
  const nobody = { PARTNER_TOKEN: 'wrong', NOTIFY_URL: '' }
  expect((await world.runWith(nobody, 'sync')).code).toBe(5)
  const before = notices(receiver).length
  for (let start = 0; start < 2; start += 1) {
    const daemon = world.spawnDaemon()
    await daemon.ready()
    await expect.poll(() => notices(receiver).slice(before)).toEqual(['run.failed'])
    await daemon.stop()
  }
  expect(notices(receiver).slice(before)).toEqual(['run.failed'])
})

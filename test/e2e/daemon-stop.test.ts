import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../helpers/daemon.ts'
import { openWorld, slugsOf, type World } from '../helpers/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']
const parents = { pages: 4, batches: 2 }

let world: World
beforeAll(async () => {
  world = await openWorld({ gtins: 30, languages, env: { CMS_CONCURRENCY: '1' } })
})
afterAll(() => world.close())

const batches = async () => (await world.mock.stats()).requests.cms['POST /batch/v1'] ?? 0

it('SIGTERM in the middle of the writes: the batch in hand is finished and acknowledged, no other is begun, and the next daemon goes on', async () => {
  await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'latency', ms: 1_000 }])
  const first = world.spawnDaemon()
  const { body } = await ask('POST', `${await first.ready()}/api/runs`)
  const runId = body.run?.id ?? ''
  await expect.poll(batches, { timeout: 20_000, interval: 20 }).toBe(parents.batches + 2)

  const { code, ms, stderr } = await first.stop()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(ms).toBeLessThan(20_000)
  expect(await batches()).toBe(parents.batches + 2)
  expect(await world.recordPages()).toHaveLength(50)
  const status = JSON.parse((await world.run('status', '--json')).stdout)
  expect(status).toMatchObject({ runId, state: 'writing', mirrored: 50 })

  await world.mock.clearFaults()
  const url = await world.spawnDaemon().ready()
  await expect
    .poll(async () => (await ask('GET', `${url}/api/runs/${runId}`)).body.run, {
      timeout: 20_000,
      interval: 100,
    })
    .toMatchObject({ state: 'done', counts: { records: 90, created: 90, failed: 0 } })
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  expect((await world.mock.stats()).cmsWrites.byKind['pages.create']).toBe(90 + parents.pages)
}, 60_000)

import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ gtins: 8, languages: ['de-de', 'en-gb'] })
  await world.report('sync', '--json')
})
afterAll(() => world.close())

async function forgetEverything(): Promise<void> {
  const redis = new Redis(new URL(world.env['REDIS_URL'] ?? '').pathname)
  await redis.flushall()
  redis.disconnect()
}

test('after a lost Redis, rebuild writes nothing to the CMS and the next sync finds nothing to do', async () => {
  const before = await world.recordPages()
  await forgetEverything()
  await world.mock.zeroStats()
  const rebuilt = await world.report('rebuild', '--json')
  expect({ code: rebuilt.code, ...rebuilt.report }).toMatchObject({
    code: 0,
    state: 'done',
    unchanged: 16,
    created: 0,
    media: { uploaded: 0, failed: 0 },
  })
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, unchanged: 16, created: 0, updated: 0, retired: 0 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  expect(await world.recordPages()).toEqual(before)
})

test('rebuild takes an edit that nobody remembers for an editor’s: it stays and is reported', async () => {
  const [page] = await world.recordPages()
  await world.cms('PUT', `/cms/v2/pages/${page?.id ?? 0}`, { title: 'Vom Redakteur' })
  await forgetEverything()
  expect((await world.report('rebuild', '--json')).report).toMatchObject({ unchanged: 15, kept: 1 })
  await world.report('sync', '--json')
  expect((await world.recordPages())[0]?.title.raw).toBe('Vom Redakteur')
})

test('rebuild finds a page that an editor gave another slug, and no second one is made', async () => {
  const [page] = await world.recordPages()
  const { id = 0, slug = '' } = page ?? {}
  await world.cms('PUT', `/cms/v2/pages/${id}`, { slug: 'unser-bestes-band' })
  await forgetEverything()
  expect((await world.report('rebuild', '--json')).report).toMatchObject({ unchanged: 15, kept: 1 })
  expect((await world.report('sync', '--json')).report).toMatchObject({ created: 0, failed: 0 })
  await world.cms('PUT', `/cms/v2/pages/${id}`, { slug })
  expect(await world.recordPages()).toHaveLength(16)
})

test('rebuild makes no page that is not there; the next sync does', async () => {
  const [page] = await world.recordPages()
  await world.cms('DELETE', `/cms/v2/pages/${page?.id ?? 0}?force=true`)
  await forgetEverything()
  expect((await world.report('rebuild', '--json')).report).toMatchObject({
    state: 'done',
    created: 0,
    failed: 0,
  })
  expect(await world.recordPages()).toHaveLength(15)
  expect((await world.report('sync', '--json')).report).toMatchObject({ created: 1, unchanged: 15 })
})

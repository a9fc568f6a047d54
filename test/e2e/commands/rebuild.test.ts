import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const test = withWorld({ gtins: 8, languages: ['de-de', 'en-gb'] }, (world) => world.report('sync', '--json'))

const loseRedis = ({ redis }: World) => redis.flushall()

test('rebuild after Redis data loss writes nothing to the CMS, and the next sync changes nothing', async ({
  world,
}) => {
  const before = await world.recordPages()
  await loseRedis(world)
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

test('rebuild finds pages with values outside the bounds of GUARDS, because it writes nothing', async ({
  world,
}) => {
  await loseRedis(world)
  const GUARDS = join(world.env.DATA_DIR ?? '', 'guards.yaml')
  await writeFile(GUARDS, 'fields: { price: { max: 0.01 } }')
  for (const command of ['rebuild', 'sync']) {
    const { stdout } = await world.runWith({ GUARDS }, command, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ state: 'done', unchanged: 16, held: 0 })
  }
})

test('rebuild keeps and reports an edit that Redis no longer knows', async ({ world }) => {
  const [page] = await world.recordPages()
  await world.cms('PUT', `/cms/v2/pages/${page?.id ?? 0}`, { title: 'Vom Redakteur' })
  await loseRedis(world)
  expect((await world.report('rebuild', '--json')).report).toMatchObject({ unchanged: 15, kept: 1 })
  await world.report('sync', '--json')
  expect((await world.recordPages())[0]?.title.raw).toBe('Vom Redakteur')
})

test('rebuild finds a page whose slug an editor changed, and no run creates a second one', async ({
  world,
}) => {
  const [page] = await world.recordPages()
  const { id = 0, slug = '' } = page ?? {}
  await world.cms('PUT', `/cms/v2/pages/${id}`, { slug: 'unser-bestes-band' })
  await loseRedis(world)
  expect((await world.report('rebuild', '--json')).report).toMatchObject({ unchanged: 15, kept: 1 })
  expect((await world.report('sync', '--json')).report).toMatchObject({ created: 0, failed: 0 })
  await world.cms('PUT', `/cms/v2/pages/${id}`, { slug })
  // The links to the page follow its address.
  expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 1 })
  expect(await world.recordPages()).toHaveLength(16)
})

test('rebuild creates no missing page; the next sync does', async ({ world }) => {
  const [page] = await world.recordPages()
  await world.cms('DELETE', `/cms/v2/pages/${page?.id ?? 0}?force=true`)
  await loseRedis(world)
  expect((await world.report('rebuild', '--json')).report).toMatchObject({
    state: 'done',
    created: 0,
    unchanged: 16,
    failed: 0,
  })
  const { stdout } = await world.run('history', page?.slug.slice(5, 18) ?? '', page?.slug.slice(19) ?? '')
  expect(stdout).toContain('the next sync creates its page')
  expect(await world.recordPages()).toHaveLength(15)
  expect((await world.report('sync', '--json')).report).toMatchObject({ created: 1, unchanged: 15 })
})

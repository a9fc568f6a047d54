import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const env = { CMS_TYPE: 'posts', MENU_ID: '15' }
const it = withWorld({ gtins: 2, languages: ['de-de', 'en-gb'], env })

const rows = (world: World, path: string) =>
  world.cms<{ slug: string; title: { raw: string } }[]>('GET', `/cms/v2/${path}`)

it('CMS_TYPE=posts mirrors products as posts, puts the language pages in the menu, and cannot be changed to pages later', async ({
  world,
}) => {
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 4, failed: 0 })
  const posts = await rows(world, 'posts?context=edit&per_page=100')
  expect(posts.filter(({ slug }) => slug.startsWith('gtin-'))).toHaveLength(4)
  expect(await world.recordPages()).toEqual([])
  const items = await rows(world, 'menu-items?context=edit&menus=15')
  expect(items.map(({ title }) => title.raw)).toEqual(['Deutsch (Deutschland)', 'English (United Kingdom)'])

  const daemon = world.spawnDaemon({ CMS_TYPE: 'pages' })
  // doctor writes a draft and a file, and removes them.
  const [doctor, doubting] = await Promise.all([
    world.run('doctor'),
    world.runWith({ CMS_TYPE: 'pages' }, 'doctor'),
  ])
  await world.mock.zeroStats()
  const [later, ended, rebuilt] = await Promise.all([
    world.runWith({ CMS_TYPE: 'pages' }, 'sync'),
    daemon.ended(),
    world.runWith({ MIRROR_ID: 'other' }, 'rebuild', '--json'),
  ])
  expect(doctor.code).toBe(0)
  expect(doctor.stdout).toContain('cms/v2/pages, cms/v2/posts and cms/v2/media found')
  expect(doctor.stdout).toContain('menu 15 has 2 items')
  expect(doubting.code).toBe(7)
  expect(doubting.stdout).toMatch(
    /FAIL CMS type {7}CMS_TYPE is pages, but mirror default stores its products as posts/,
  )
  expect(later).toMatchObject({ code: 7, stdout: '' })
  expect(later.stderr).toContain('CMS_TYPE is pages, but mirror default stores its products as posts')
  expect(ended.code).toBe(7)
  expect(rebuilt.code).toBe(0)
  expect(jsonOf(rebuilt)).toMatchObject({ state: 'done', unchanged: 4, created: 0 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})

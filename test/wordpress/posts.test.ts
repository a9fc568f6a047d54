import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openStage, type Stage } from './mirror/stage.ts'
import { visitAll } from './mirror/visitor.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

type Row = { id: number; slug: string; title: { raw: string }; link: string; meta: Record<string, string> }
type Item = { id: number; object_id: number; title: { raw: string }; menu_order: number; invalid: boolean }

const languages = ['de-de', 'en-gb']
const nothing = { created: 0, updated: 0, retired: 0, restored: 0, failed: 0 }
const plugin = `<?php
add_action('init', function () {
  foreach (['_seo_title', '_seo_metadesc', '_seo_focuskw'] as $key)
    register_post_meta('post', $key, ['single' => true, 'type' => 'string', 'default' => '',
      'show_in_rest' => true, 'auth_callback' => fn() => current_user_can('edit_posts')]);
});`

let stage: Stage
let gtins: string[]
let menuId: number
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 3, languages })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
  const plugins = join(stage.engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'seo.php'), plugin)
  menuId = (await stage.rest<{ id: number }>('POST', '/menus', { name: 'Main' })).id
  await stage.rest('POST', '/menu-items', {
    menus: menuId,
    title: 'Start',
    url: 'https://example.com',
    menu_order: 3,
    status: 'publish',
  })
  env = { CMS_TYPE: 'posts', MENU_ID: String(menuId) }
})
afterAll(() => stage?.close())

const posts = () =>
  stage.rest<Row[]>('GET', '/posts?context=edit&per_page=100&orderby=id&order=asc&search=gtin-')
const items = () => stage.rest<Item[]>('GET', `/menu-items?context=edit&menus=${menuId}`)
const notes = async () => {
  const { code, stdout } = await stage.spawn(['status', '--json']).ended
  return code === 0 ? stdout : ''
}

test('a first run creates posts with meta for search engines, visible to visitors, and menu items after existing ones', async () => {
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, state: 'done', created: 6, failed: 0 })
  const made = await posts()
  expect(made.map(({ slug }) => slug).sort()).toEqual(
    gtins.flatMap((gtin) => languages.map((language) => `gtin-${gtin}-${language}`)).sort(),
  )
  for (const { meta, title } of made) {
    expect(meta['_seo_title']).toBe(meta['_seo_focuskw'])
    expect(meta['_seo_title']).not.toBe('')
    expect(meta['_seo_metadesc']).not.toBe('')
    expect(title.raw).not.toBe('')
  }
  const visits = await visitAll(made.map(({ link }) => link))
  expect(visits.map(({ status }) => status)).toEqual(made.map(() => 200))
  const pages = await stage.site.pages()
  expect(pages.map(({ slug }) => slug)).toEqual(['products', ...languages])
  const [, german] = pages
  expect(german?.content).toContain(`href="${made.find(({ slug }) => slug.endsWith('de-de'))?.link}"`)
  expect(await items()).toMatchObject([
    { title: { raw: 'Start' }, menu_order: 3 },
    { title: { raw: 'Deutsch (Deutschland)' }, object_id: pages[1]?.id, menu_order: 4, invalid: false },
    { title: { raw: 'English (United Kingdom)' }, object_id: pages[2]?.id, menu_order: 5, invalid: false },
  ])
})

test('a second run and a verify write nothing', async () => {
  const before = await stage.site.everyRow()
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, ...nothing, unchanged: 6 })
  expect((await stage.spawn(['verify'], env).ended).code).toBe(0)
  expect(await stage.site.everyRow()).toEqual(before)
})

test('after a loss of Redis every post and item is found again, and nothing is written', async () => {
  const before = await stage.site.everyRow()
  await stage.loseRedis()
  expect((await stage.spawn(['rebuild'], env).ended).code).toBe(0)
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, ...nothing })
  expect(await stage.site.everyRow()).toEqual(before)
})

test('a change updates its post around an edit, and a removed menu item stays removed', async () => {
  const [post] = await posts()
  await stage.rest('POST', `/posts/${post?.id}`, { meta: { _seo_title: 'Von uns' } })
  const [, german] = await items()
  await stage.rest('DELETE', `/menu-items/${german?.id}?force=true`)
  const gtin = post?.slug.slice(5, 18) ?? ''
  await stage.partner.patchProduct(gtin, post?.slug.slice(19) ?? '', { name: 'Neues Band' })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 1, failed: 0 })
  expect((await posts())[0]).toMatchObject({ title: { raw: 'Neues Band' }, meta: { _seo_title: 'Von uns' } })
  expect(await notes()).toContain(`these language pages were removed from menu ${menuId}`)
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, ...nothing })
  expect((await items()).map(({ title }) => title.raw)).toEqual(['Start', 'English (United Kingdom)'])
})

test('the post of a removed product is retired, and a wrong MENU_ID does not end a run', async () => {
  await stage.partner.deleteProduct(gtins[0] ?? '')
  const wrong = { ...env, RETIRE_AFTER_MISSES: '1', MENU_ID: '9999' }
  expect(await stage.sync(wrong)).toMatchObject({ exitCode: 0, retired: 2 })
  expect(await notes()).toContain('refused items for menu 9999: Invalid menu ID.')
  const gone = await stage.rest<Row[]>('GET', `/posts?status=draft&slug=gtin-${gtins[0]}-en-gb`)
  expect(gone).toHaveLength(1)
})

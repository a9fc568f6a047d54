import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './mirror/stage.ts'
import { visitAll } from './mirror/visitor.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'en-gb']
const plugin = `<?php
add_action('init', function () {
    register_taxonomy('shop_cat', 'shop_item', ['hierarchical' => true, 'show_in_rest' => true, 'public' => true]);
    register_post_type('shop_item', ['public' => true, 'label' => 'Items', 'show_in_rest' => true, 'rest_base' => 'items',
        'rewrite' => ['slug' => 'item'], 'taxonomies' => ['shop_cat'],
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'revisions', 'author', 'custom-fields']]);
    register_post_meta('shop_item', 'shelf', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
    if (!get_option('flushed')) { flush_rewrite_rules(); update_option('flushed', 1); }
});`

type Row = {
  id: number
  slug: string
  link: string
  modified_gmt: string
  content: { raw: string }
  meta: { shelf: string }
  shop_cat: number[]
}

let stage: Stage
let gtins: string[]
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 3, languages })
  gtins = await stage.partner.gtins()
  const plugins = join(stage.engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'items.php'), plugin)
  const MAP = join(stage.engine.siteFolder, 'map.yaml')
  await writeFile(
    MAP,
    'type: items\nfields:\n  meta.shelf: { from: catalog.shelf }\n  terms.shop_cat: { from: catalog.category }\n',
  )
  const CATALOG = join(stage.engine.siteFolder, 'catalog.csv')
  const lines = gtins.map((gtin, index) => `${gtin};A${index};Tapes > Roof`)
  await writeFile(CATALOG, ['gtin;shelf;category', ...lines].join('\n'))
  env = { MAP, CATALOG, GUARD_MAX_UPDATE_SHARE: '1' }
})
afterAll(() => stage?.close())

const rows = () =>
  stage.rest<Row[]>('GET', '/items?context=edit&per_page=100&orderby=id&order=asc&search=gtin-')

test('products are entries of the post type, with columns of the catalogue, and every link leads to a page', async () => {
  const doctor = await stage.spawn(['doctor'], env).ended
  expect(doctor.stdout).toMatch(/✓ ok {3}Field map/)
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, state: 'done', created: 6, failed: 0 })
  const made = await rows()
  expect(made).toHaveLength(6)
  for (const { slug, meta } of made) expect(meta.shelf).toBe(`A${gtins.indexOf(slug.slice(5, 18))}`)
  expect(new Set(made.flatMap(({ shop_cat: ids }) => ids)).size).toBe(1)
  const links = made.flatMap(({ content, link }) => [
    link,
    ...Array.from(content.raw.matchAll(/hreflang="[^"]*"|href="([^"]*post_type[^"]*)"/g)).flatMap(
      ([, url]) => url?.replaceAll('&amp;', '&') ?? [],
    ),
  ])
  expect(links.length).toBe(12)
  const visits = await visitAll(links)
  expect(visits.map(({ status }) => status)).toEqual(links.map(() => 200))
})

test('a second sync writes nothing, verify finds nothing, and a changed cell updates its entries', async () => {
  const before = await rows()
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0, unchanged: 6 })
  expect((await rows()).map(({ modified_gmt }) => modified_gmt)).toEqual(
    before.map(({ modified_gmt }) => modified_gmt),
  )
  expect((await stage.spawn(['verify', '--json'], env).ended).code).toBe(0)
  const [first = '', ...others] = gtins
  const lines = others.map((gtin, index) => `${gtin};A${index + 1};Tapes > Roof`)
  await writeFile(
    env['CATALOG'] ?? '',
    ['gtin;shelf;category', `${first};Z9;Tapes > Roof`, ...lines].join('\n'),
  )
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 2, unchanged: 4 })
  const shelves = (await rows()).filter(({ slug }) => slug.includes(first)).map(({ meta }) => meta.shelf)
  expect(shelves).toEqual(['Z9', 'Z9'])
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptanceCatalog,
  acceptanceMap,
  promisedFor,
  remembering,
  shownBy,
  type MappedRow,
} from '../helpers/content/acceptance-map.ts'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'nl-nl']

/** A type, two taxonomies, five meta fields, and `acf` as Advanced Custom Fields shows it. */
const plugin = `<?php
add_action('init', function () {
    foreach (['product_cat' => true, 'product_tag' => false] as $name => $tree) {
        register_taxonomy($name, 'product', ['hierarchical' => $tree, 'show_in_rest' => true, 'public' => true]);
    }
    register_post_type('product', ['public' => true, 'label' => 'Products', 'show_in_rest' => true,
        'taxonomies' => ['product_cat', 'product_tag'],
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'revisions', 'author', 'custom-fields']]);
    foreach (['gtin' => 'string', 'price' => 'number', 'headline' => 'string', 'stock' => 'integer', 'sale' => 'boolean'] as $key => $type) {
        register_post_meta('product', $key, ['type' => $type, 'single' => true, 'show_in_rest' => true]);
    }
    if (!get_option('flushed')) { flush_rewrite_rules(); update_option('flushed', 1); }
});
add_action('rest_api_init', function () {
    register_rest_field('product', 'acf', [
        'get_callback' => fn($page) => ['datasheet' => (int) get_post_meta($page['id'], '_datasheet', true) ?: null],
        'update_callback' => function ($fields, $page) {
            foreach ($fields as $name => $value) update_post_meta($page->ID, "_$name", $value);
        },
        'schema' => ['type' => 'object', 'properties' => ['datasheet' => ['type' => ['integer', 'null']]]],
    ]);
});`

type Row = MappedRow & {
  id: number
  status: string
  link: string
  modified_gmt: string
  content: { raw: string }
}

let stage: Stage
let gtins: string[]
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 40, languages })
  gtins = await stage.partner.gtins()
  const plugins = join(stage.engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'products.php'), plugin)
  const MAP = join(stage.engine.siteFolder, 'map.yaml')
  const CATALOG = join(stage.engine.siteFolder, 'catalog.csv')
  await writeFile(MAP, acceptanceMap)
  await writeFile(CATALOG, acceptanceCatalog(gtins))
  env = { MAP, CATALOG, GUARD_MAX_UPDATE_SHARE: '1' }
})
afterAll(() => stage?.close())

const rest = <T>(path: string): Promise<T> => stage.rest<T>('GET', path)

async function rows(): Promise<Row[]> {
  const found: Row[] = []
  for (const page of [1, 2, 3])
    found.push(
      ...(await rest<Row[]>(
        `/product?context=edit&status=any&per_page=100&page=${page}&orderby=id&order=asc`,
      )),
    )
  return found
}

test('every mapped value of 240 entries equals what the partner’s JSON and the catalogue contain', async () => {
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, state: 'done', created: 240, failed: 0 })
  const made = await rows()
  expect(made).toHaveLength(240)
  const known = remembering(rest)
  const bySlug = new Map(made.map((row) => [row.slug, row]))
  for (const language of languages)
    for (const [index, gtin] of gtins.entries()) {
      const row = bySlug.get(`gtin-${gtin}-${language}`)
      expect(row, `${gtin}/${language}`).toBeDefined()
      const product = await stage.fetchProduct(gtin, language)
      if (row) expect(await shownBy(known, row)).toEqual(await promisedFor(product, index))
    }
})

test('a second sync writes nothing', async () => {
  const before = await rows()
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0, unchanged: 240 })
  const dates = (some: readonly Row[]) => some.map(({ modified_gmt }) => modified_gmt)
  expect(dates(await rows())).toEqual(dates(before))
})

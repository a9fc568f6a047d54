import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMap } from '../../config/map/read-map.ts'
import { createCms } from '../../src/cms/cms.ts'
import { mapFaultText } from '../../src/core/mapping/check-map.ts'
import { findMapFaults } from '../../src/sync/runs/assert-map.ts'
import type { Cms } from '../../src/sync/ports/cms.ts'
import { defaultPolicy } from '../helpers/sync/sync-deps.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startEngine, type Engine } from './engine/start.ts'

/** `locked`: its terms cannot be assigned; `fixed`: none can be created. A `notice` cannot be created. */
const plugin = `<?php
add_action('init', function () {
    $shown = ['public' => true, 'show_in_rest' => true];
    register_post_type('shop_product', $shown + ['rest_base' => 'products',
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'custom-fields']]);
    register_post_type('plain', $shown + ['supports' => ['title', 'editor', 'excerpt', 'thumbnail']]);
    register_post_type('notice', $shown + ['supports' => ['title'], 'map_meta_cap' => true,
        'capabilities' => ['create_posts' => 'do_not_allow']]);
    register_taxonomy('shop_cat', 'shop_product', $shown + ['rest_base' => 'product_cats', 'hierarchical' => true]);
    register_taxonomy('locked', 'shop_product', $shown + ['capabilities' => ['assign_terms' => 'do_not_allow']]);
    register_taxonomy('fixed', 'shop_product', $shown + ['hierarchical' => true,
        'capabilities' => ['edit_terms' => 'do_not_allow']]);
    $meta = ['single' => true, 'show_in_rest' => true];
    register_post_meta('shop_product', 'gtin', $meta + ['type' => 'string']);
    register_post_meta('shop_product', 'price', $meta + ['type' => 'number']);
    register_post_meta('shop_product', 'hidden', ['single' => true, 'type' => 'string']);
    register_post_meta('shop_product', 'sizes', ['type' => 'string', 'show_in_rest' => true]);
    register_post_meta('shop_product', 'state', ['single' => true, 'type' => 'string',
        'show_in_rest' => ['schema' => ['enum' => ['new', 'old']]]]);
});`

const { signal } = new AbortController()
let engine: Engine
let cms: Cms & { close(): Promise<void> }
beforeAll(async () => {
  engine = await startEngine({ workers: 2 })
  const plugins = join(engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'types.php'), plugin)
  const { apiRoot, namespace, user, password } = engine
  cms = createCms({ apiRoot, namespace, auth: { user, password }, gate: openGate() })
})
afterAll(async () => {
  await cms?.close()
  await engine?.stop()
})

async function faultsOf(type: string, fields: Record<string, unknown>): Promise<string[]> {
  const { map, faults } = toMap({ type, fields })
  expect(faults).toEqual([])
  return map === undefined
    ? []
    : (await findMapFaults({ map, cms, policy: { ...defaultPolicy, cmsType: type } }, signal)).map(
        mapFaultText,
      )
}

test('a map that names what a plug-in has registered fits', async () => {
  expect(
    await faultsOf('products', {
      'meta.gtin': { from: 'gtin' },
      'meta.price': { from: 'price' },
      'meta.sizes': { from: 'length', as: 'list' },
      'meta.state': { from: 'availability', words: { available: 'new' } },
      'terms.product_cats': { from: 'trade_unit' },
    }),
  ).toEqual([])
  expect(await faultsOf('pages', { menu_order: '5', excerpt: { from: 'intro' } })).toEqual([])
  expect(await faultsOf('posts', { 'terms.categories': 'News', 'terms.tags': 'New' })).toEqual([])
})

test('every difference is found', async () => {
  expect(
    await faultsOf('products', {
      'meta.gtni': 'x',
      'meta.hidden': 'x',
      'meta.price': 'x',
      'meta.sizes': 'x',
      'meta.state': 'used',
      'acf.datasheet': { from: 'datasheet' },
      'terms.shop_cat': 'x',
      'terms.tags': 'x',
      'terms.locked': 'x',
      'terms.fixed': 'x',
      excerpt: { from: 'intro' },
      menu_order: '5',
    }),
  ).toEqual([
    expect.stringMatching(/^fields\.acf\.datasheet: the CMS shows no ACF fields of products/),
    expect.stringMatching(/^fields\.meta\.gtni: .*\(did you mean gtin\?\)$/),
    expect.stringMatching(
      /^fields\.meta\.hidden: the CMS registers no such meta key for products with show_in_rest/,
    ),
    expect.stringMatching(/^fields\.meta\.price: it is text, and the CMS stores number/),
    expect.stringMatching(/^fields\.meta\.sizes: it is text, and the CMS stores array; set as: list$/),
    expect.stringMatching(/^fields\.meta\.state: the CMS does not allow used; allowed: new, old$/),
    expect.stringMatching(/^fields\.terms\.shop_cat: .*\(did you mean product_cats\?\)$/),
    'fields.terms.tags: the taxonomy tags does not belong to the post type products',
    'fields.terms.locked: the mirror’s user may not assign terms of locked',
    'fields.terms.fixed: the mirror’s user may not create terms of fixed',
    'fields.menu_order: the post type products has no menu_order (supports: page-attributes)',
  ])
})

test('a post type without the required features is refused', async () => {
  expect(await faultsOf('plain', { 'meta.gtin': 'x' })).toEqual([
    expect.stringMatching(/^fields\.meta\.gtin: the post type plain has no meta fields/),
  ])
  expect(await faultsOf('notice', {})).toEqual([
    'type: the post type notice has no content (supports: editor)',
    'type: the post type notice has no excerpt (supports: excerpt)',
    'type: the post type notice has no featured_media (supports: thumbnail)',
    'type: the mirror’s user may not create entries of the post type notice',
  ])
  expect(await faultsOf('shop_product', {})).toEqual([
    expect.stringMatching(/^type: the CMS has no post type shop_product .*\(did you mean products\?\)$/),
  ])
  for (const type of ['users', 'categories', 'nothing'])
    expect(await faultsOf(type, {})).toEqual([expect.stringMatching(/^type: the CMS has no post type /)])
})

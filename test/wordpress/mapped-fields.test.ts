import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireProduct } from '../../src/contracts/partner.ts'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'en-gb', 'fr-fr']

/** Registers what plug-ins register on real sites; `acf` as Advanced Custom Fields shows it. */
const plugin = `<?php
add_action('init', function () {
    foreach (['product_cat' => true, 'product_tag' => false] as $name => $tree) {
        register_taxonomy($name, 'page', ['hierarchical' => $tree, 'show_in_rest' => true, 'public' => true]);
    }
    foreach (['gtin' => 'string', 'price' => 'number', 'headline' => 'string', 'sale' => 'boolean'] as $key => $type) {
        register_post_meta('page', $key, ['type' => $type, 'single' => true, 'show_in_rest' => true]);
    }
    register_post_meta('page', 'notes', ['type' => 'array', 'single' => true,
        'show_in_rest' => ['schema' => ['type' => 'array', 'items' => ['type' => 'string']]]]);
});
add_action('rest_api_init', function () {
    register_rest_field('page', 'acf', [
        'get_callback' => fn($page) => [
            'subtitle' => get_post_meta($page['id'], '_subtitle', true) ?: null,
            'datasheet' => (int) get_post_meta($page['id'], '_datasheet', true) ?: null,
        ],
        'update_callback' => function ($fields, $page) {
            foreach ($fields as $name => $value) update_post_meta($page->ID, "_$name", $value);
        },
        'schema' => ['type' => 'object', 'properties' => [
            'subtitle' => ['type' => ['string', 'null']],
            'datasheet' => ['type' => ['integer', 'null']],
        ]],
    ]);
});`

const map = `fields:
  meta.gtin: { from: gtin }
  meta.price: { from: price }
  meta.headline: { from: name, owner: once }
  meta.sale: { from: folded }
  meta.notes: { from: materials }
  acf.subtitle: { de: Katalog, en-gb: Catalogue }
  acf.datasheet: { from: datasheet }
  terms.product_cat: { from: trade_unit }
  terms.product_tag: { from: availability, words: { available: In stock, limited: Few & rare, unknown: '', not_available: '' } }
  excerpt: { from: erp_description_short }
`

type Row = {
  id: number
  slug: string
  modified_gmt: string
  title: { raw: string }
  excerpt: { raw: string }
  meta: Record<string, unknown>
  acf: { subtitle: string | null; datasheet: number | null }
  product_cat: number[]
  product_tag: number[]
}
type Term = { id: number; name: string }

let stage: Stage
let gtins: string[]
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 10, languages })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
  const plugins = join(stage.engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'fields.php'), plugin)
  const file = join(stage.engine.siteFolder, 'map.yaml')
  await writeFile(file, map)
  env = { MAP: file, GUARD_MAX_UPDATE_SHARE: '1' }
})
afterAll(() => stage?.close())

async function rows(): Promise<Row[]> {
  const found = await stage.rest<Row[]>('GET', '/pages?context=edit&per_page=100&search=gtin-&orderby=id')
  return found.filter(({ slug }) => slug.startsWith('gtin-'))
}

async function rowOf(gtin: string, language: string): Promise<Row> {
  const found = (await rows()).find(({ slug }) => slug === `gtin-${gtin}-${language}`)
  if (found === undefined) throw new Error(`no page of ${gtin}/${language}`)
  return found
}

async function namesIn(taxonomy: string): Promise<Map<number, string>> {
  const terms = await stage.rest<Term[]>('GET', `/${taxonomy}?per_page=100`)
  return new Map(terms.map(({ id, name }) => [id, name.replaceAll('&amp;', '&')]))
}

/** The terms and fields that a page should have, from the partner's JSON alone. */
function expectedOf(product: WireProduct) {
  const words: Record<string, string[]> = { available: ['In stock'], limited: ['Few & rare'] }
  const unit = (product.trade_unit ?? '').trim()
  return {
    gtin: product.gtin,
    price: Number(product.price ?? 0),
    headline: product.name.trim(),
    sale: product.folded === true,
    notes: (product.materials ?? []).map(({ name, value }) => (value ? `${name}: ${value}` : name)),
    cat: unit === '' ? [] : [unit],
    tag: words[product.availability ?? ''] ?? [],
  }
}

test('doctor accepts the map, and every value of a first sync is the partner’s', async () => {
  const doctor = await stage.spawn(['doctor'], env).ended
  expect(doctor.stdout).toMatch(/✓ ok {3}Field map {6}10 fields, all of them known to the CMS/)
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, created: 30, failed: 0 })
  const [cats, tags] = [await namesIn('product_cat'), await namesIn('product_tag')]
  expect(new Set(cats.values()).size).toBe(cats.size)
  for (const gtin of gtins)
    for (const language of languages) {
      const product = await stage.fetchProduct(gtin, language)
      const { meta, acf, product_cat: cat, product_tag: tag } = await rowOf(gtin, language)
      const { cat: wantedCat, tag: wantedTag, ...wantedMeta } = expectedOf(product)
      expect(meta).toMatchObject(wantedMeta)
      expect(cat.map((id) => cats.get(id))).toEqual(wantedCat)
      expect(tag.map((id) => tags.get(id))).toEqual(wantedTag)
      expect(acf.subtitle).toBe({ 'de-de': 'Katalog', 'en-gb': 'Catalogue' }[language] ?? null)
      if (product.datasheet) {
        const media = await stage.rest<{ source_url: string }>('GET', `/media/${acf.datasheet}`)
        expect(media.source_url).toMatch(/\.pdf$/)
      }
    }
})

test('a second sync writes nothing, and verify finds nothing', async () => {
  const before = await rows()
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0, unchanged: 30 })
  expect((await rows()).map(({ modified_gmt }) => modified_gmt)).toEqual(
    before.map(({ modified_gmt }) => modified_gmt),
  )
  const { code } = await stage.spawn(['verify', '--json'], env).ended
  expect(code).toBe(0)
})

test('an editor’s category stays, a removed one stays away, and the partner’s is added without a conflict', async () => {
  const [gtin = ''] = gtins
  const own = await stage.rest<Term>('POST', '/product_cat', { name: 'Angebote' })
  const { id } = await rowOf(gtin, 'de-de')
  await stage.rest('POST', `/pages/${id}`, { product_cat: [own.id] })
  await stage.partner.patchProduct(gtin, 'de-de', { price: '1.50' })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 1 })
  await stage.partner.patchProduct(gtin, 'de-de', { trade_unit: 'Palette' })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 1 })
  const { stdout } = await stage.spawn(['decisions', '--json'], env).ended
  expect(JSON.parse(stdout)).toEqual({ decisions: [], more: false })
  const cats = await namesIn('product_cat')
  const { product_cat: cat, meta } = await rowOf(gtin, 'de-de')
  expect(new Set(cat.map((one) => cats.get(one)))).toEqual(new Set(['Angebote', 'Palette']))
  expect(meta['price']).toBe(1.5)
})

test('values that the partner removes are removed, and a field in conflict keeps the editor’s', async () => {
  const [, gtin = ''] = gtins
  const { id } = await rowOf(gtin, 'en-gb')
  await stage.rest('POST', `/pages/${id}`, { meta: { headline: '  As we  like it ', price: 7 } })
  await stage.partner.patchProduct(gtin, 'en-gb', {
    price: '2',
    name: 'New tape',
    materials: [],
    folded: null,
  })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 1, conflicts: 1 })
  const { meta } = await rowOf(gtin, 'en-gb')
  expect(meta).toMatchObject({ price: 7, headline: '  As we  like it ', notes: [], sale: false })
})

test('after Redis data loss a rebuild and a sync write nothing, and no edit is lost', async () => {
  const before = await rows()
  await stage.loseRedis()
  const { code, stderr } = await stage.spawn(['rebuild'], env).ended
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, created: 0, updated: 0 })
  expect(await rows()).toEqual(before)
})

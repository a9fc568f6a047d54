import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { PageRow, World } from '../../helpers/world/mirror-world.ts'

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const it = withWorld({ gtins: 8, languages: ['de-de'], types })

type Term = { id: number; name: string }
type Row = PageRow & { product_cat: number[]; featured_media: number }

async function mapOf(world: World, fields: object): Promise<{ MAP: string }> {
  const MAP = join(world.env['DATA_DIR'] ?? '', `${Object.keys(fields).length}.json`)
  await writeFile(MAP, JSON.stringify({ type: 'product', fields }))
  return { MAP }
}

async function imageOf({ mock }: World, gtin: string): Promise<string> {
  const response = await fetch(`${mock.partnerUrl}/product/${gtin}/?language=de-de`, {
    headers: { authorization: `Token ${mock.token}` },
  })
  return ((await response.json()) as { image: string }).image
}

const request = <T>(world: World, method: string, path: string, body?: object): Promise<T> =>
  world.cms<T>(method, `/cms/v2/${path}`, body)

it('plans, previews and decisions show terms and files by name, and JSON has both', async ({ world }) => {
  const [gtin = '', second = ''] = world.gtins
  const few = await mapOf(world, { 'meta.gtin': { from: 'gtin' } })
  const all = await mapOf(world, {
    'meta.gtin': { from: 'gtin' },
    'terms.product_cat': { from: 'trade_unit', as: 'list', owner: 'partner' },
    'acf.datasheet': { from: 'datasheet' },
  })
  for (const one of world.gtins) await world.mock.patchProduct(one, 'de-de', { trade_unit: 'Bänder > Dach' })
  expect((await world.runWith(few, 'sync')).code).toBe(0)

  const planned = await world.runWith(all, 'plan')
  expect(planned.stdout).toMatch(/ {4}terms\.product_cat\n {6}\+ Bänder > Dach \(new\)\n/)
  expect(planned.stdout).toMatch(/ {4}acf\.datasheet\n {6}\+ \S+\.pdf \(\d+\)\n/)
  const preview = await world.runWith(all, 'preview', gtin, 'de-de')
  expect(preview.stdout).toMatch(/\nterms\.product_cat: Bänder > Dach \(new\)\n/)
  expect(preview.stdout).toMatch(/\nacf\.datasheet: \S+\.pdf \(\d+\)\n/)
  expect(await request<Term[]>(world, 'GET', 'product_cat')).toEqual([])

  expect((await world.runWith(all, 'sync', '--approve')).code).toBe(0)
  const own = await request<Term>(world, 'POST', 'product_cat', { name: 'Angebote' })
  const pages = await request<Row[]>(world, 'GET', 'product?context=edit&per_page=100')
  const page = pages.find(({ slug }) => slug.includes(gtin))
  const [ours = 0] = page?.product_cat ?? []
  const theirs = pages.find(({ slug }) => slug.includes(second))?.featured_media
  const taken = new Set([0, page?.featured_media, theirs])
  const image = pages.map((row) => row.featured_media).find((id) => !taken.has(id))
  await request(world, 'POST', `product/${page?.id}`, { product_cat: [own.id], featured_media: image })
  await world.mock.patchProduct(gtin, 'de-de', { trade_unit: 'Folien', image: await imageOf(world, second) })
  expect((await world.runWith(all, 'sync')).code).toBe(0)

  const shown = await world.runWith(all, 'decisions')
  expect(shown.stdout).toMatch(
    new RegExp(
      `terms\\.product_cat\\n +before +Bänder > Dach \\(${ours}\\)\\n +editor +Angebote \\(${own.id}\\)\\n +partner +Folien \\(\\d+\\)\\n`,
    ),
  )
  expect(shown.stdout).toMatch(
    new RegExp(
      `featured image\\n +before +\\S+\\.\\w+ \\(${page?.featured_media}\\)\\n +editor +\\S+\\.\\w+ \\(${image}\\)\\n +partner +\\S+\\.\\w+ \\(${theirs}\\)\\n`,
    ),
  )
  const json = jsonOf(await world.runWith(all, 'decisions', '--json'))
  expect(json).toMatchObject({
    decisions: [
      {
        conflict: {
          fields: expect.arrayContaining([
            expect.objectContaining({
              theirs: `${own.id}`,
              words: expect.objectContaining({ theirs: `Angebote (${own.id})` }),
            }),
          ]),
        },
      },
    ],
  })

  // A run without changes reads no names, and neither does a command that finds them in Redis.
  await world.mock.zeroStats()
  expect((await world.runWith(all, 'sync')).code).toBe(0)
  const { cmsWrites, requests } = await world.mock.stats()
  expect(cmsWrites.total).toBe(0)
  expect(Object.keys(requests.cms)).not.toContain('GET /cms/v2/product_cat')
  expect(Object.keys(requests.cms)).not.toContain('GET /cms/v2/media')
  await world.mock.zeroStats()
  expect((await world.runWith(all, 'decisions')).stdout).toBe(shown.stdout)
  expect((await world.mock.stats()).totals.cms).toBe(0)

  // The command requires neither the CMS nor a complete configuration.
  await world.redis.del('pm:default:field-names')
  await world.mock.faults([{ side: 'cms', kind: 'status', status: 500 }])
  const without = await world.runWith(all, 'decisions')
  expect(without.code).toBe(0)
  expect(without.stdout).toMatch(new RegExp(`editor +media ${image}\\n`))
  const bare = await world.runWith({ ...all, PARTNER_BASE_URL: '' }, 'decisions')
  expect(bare.stdout).toBe(without.stdout)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const it = withWorld({ gtins: 2, languages: ['de-de', 'en-gb'], types })

type Row = { id: number; slug: string; link: string; meta: { gtin: string }; content: { raw: string } }

it('products are entries of the post type that the map names, linked to each other and listed; a second run writes nothing', async ({
  world,
}) => {
  const MAP = join(world.env['DATA_DIR'] ?? '', 'map.yaml')
  await writeFile(MAP, 'type: product\nfields:\n  meta.gtin: { from: gtin }\n')
  const first = await world.runWith({ MAP }, 'sync', '--json')
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { state: 'done', created: 4, failed: 0 }])
  expect(await world.recordPages()).toEqual([])
  const rows = await world.cms<Row[]>('GET', '/cms/v2/product?context=edit&per_page=100')
  expect(rows).toHaveLength(4)
  for (const { slug, meta, content, link } of rows) {
    expect(slug).toBe(`gtin-${meta.gtin}-${slug.slice(-5)}`)
    const [target = ''] = /href="([^"]*post_type=product[^"]*)"/.exec(content.raw)?.slice(1) ?? []
    const response = await fetch(target.replaceAll('&amp;', '&'))
    expect(response.status).toBe(200)
    expect((await fetch(link)).status).toBe(200)
  }
  const pages = await world.cms<Row[]>('GET', '/cms/v2/pages?context=edit&per_page=100&slug=de-de')
  for (const { link } of rows.filter(({ slug }) => slug.endsWith('de-de')))
    expect(pages[0]?.content.raw).toContain(link)
  await world.mock.zeroStats()
  const second = await world.runWith({ MAP }, 'sync', '--json')
  expect(JSON.parse(second.stdout)).toMatchObject({ state: 'done', unchanged: 4 })
  const verified = await world.runWith({ MAP }, 'verify')
  expect(verified.code).toBe(0)
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})

it('doctor checks the post type, and a type that the CMS lacks ends it with exit code 7', async ({
  world,
}) => {
  const MAP = join(world.env['DATA_DIR'] ?? '', 'wrong.yaml')
  await writeFile(MAP, 'type: produkt\nfields:\n  meta.gtin: { from: gtin }\n')
  const wrong = await world.runWith({ MAP, MIRROR_ID: 'wrong' }, 'sync')
  expect(wrong.code).toBe(7)
  expect(wrong.stderr).toMatch(/type: the CMS has no post type produkt .*did you mean product\?/)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WireProduct } from '../../../src/contracts/partner.ts'
import {
  acceptanceCatalog,
  acceptanceMap,
  promisedFor,
  remembering,
  shownBy,
  type MappedRow,
} from '../../helpers/content/acceptance-map.ts'
import { withWorld } from '../../helpers/fixtures.ts'

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'nl-nl']
const it = withWorld({ gtins: 40, languages, types })

it('every mapped value of 240 pages equals what the partner’s JSON and the catalogue contain; a second run writes nothing', async ({
  world,
}) => {
  const folder = world.env['DATA_DIR'] ?? ''
  const [MAP, CATALOG] = [join(folder, 'map.yaml'), join(folder, 'catalog.csv')]
  await writeFile(MAP, acceptanceMap)
  await writeFile(CATALOG, acceptanceCatalog(world.gtins))
  const first = await world.runWith({ MAP, CATALOG }, 'sync', '--json')
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    0,
    { state: 'done', created: 240, failed: 0, media: { failed: 0 } },
  ])
  const rest = <T>(path: string): Promise<T> => world.cms<T>('GET', `/cms/v2${path}`)
  const rows: MappedRow[] = []
  for (const page of [1, 2, 3])
    rows.push(...(await rest<MappedRow[]>(`/product?context=edit&per_page=100&page=${page}&orderby=id`)))
  expect(rows).toHaveLength(240)
  const known = remembering(rest)
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  for (const language of languages)
    for (const [index, gtin] of world.gtins.entries()) {
      const product = await fetchProduct(gtin, language)
      const row = bySlug.get(`gtin-${gtin}-${language}`)
      expect(row, `${gtin}/${language}`).toBeDefined()
      if (row) expect(await shownBy(known, row)).toEqual(await promisedFor(product, index))
    }
  await world.mock.zeroStats()
  const second = await world.runWith({ MAP, CATALOG }, 'sync', '--json')
  expect(JSON.parse(second.stdout)).toMatchObject({ state: 'done', unchanged: 240, updated: 0 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)

  async function fetchProduct(gtin: string, language: string): Promise<WireProduct> {
    const headers = { authorization: `Token ${world.mock.token}` }
    const response = await fetch(`${world.mock.partnerUrl}/product/${gtin}/?language=${language}`, {
      headers,
    })
    return (await response.json()) as WireProduct
  }
})

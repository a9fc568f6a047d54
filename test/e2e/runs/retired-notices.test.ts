import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const env = { RETIRE_TO: 'notice', RETIRE_AFTER_MISSES: '1', VERIFY_SCHEDULE: 'off' }
const test = withWorld({ gtins: 3, languages: ['de-de', 'en-gb'], env }, (world) =>
  world.report('sync', '--json'),
)

type Visited = { status: number; html: string }

/** The public page of a record as visitors see it. */
async function visit({ mock, cms }: World, slug: string): Promise<Visited> {
  const [page] = await cms<{ link: string }[]>('GET', `/cms/v2/pages?slug=${slug}&status=publish`)
  const response = await fetch(page?.link ?? new URL('/missing/', mock.cmsRoot))
  return { status: response.status, html: await response.text() }
}

/** The listing of a language. */
async function listing({ cms }: World, language: string): Promise<string> {
  const [page] = await cms<{ content: { raw: string } }[]>(
    'GET',
    `/cms/v2/pages?slug=${language}&context=edit`,
  )
  return page?.content.raw ?? ''
}

test('a retired product keeps its public page with a notice, which goes when the product returns', async ({
  world,
}) => {
  const [gtin = ''] = world.gtins
  const page = `gtin-${gtin}-de-de`
  const before = await visit(world, page)
  const { report: known } = await world.report('sync', '--json')
  expect(known).toMatchObject({ unchanged: 6 })
  expect(await listing(world, 'de-de')).toContain(page)

  await world.mock.deleteProduct(gtin)
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, retired: 2, failed: 0 })
  const german = await visit(world, page)
  expect(german.status).toBe(200)
  expect(german.html).toContain('Dieses Produkt ist nicht mehr erhältlich.')
  expect((await visit(world, `gtin-${gtin}-en-gb`)).html).toContain('This product is no longer available.')
  expect(await listing(world, 'de-de')).not.toContain(page)
  const history = await world.run('history', gtin)
  expect(history.stdout).toContain('absent at the partner; the page shows a notice')
  expect(await world.run('verify')).toMatchObject({ code: 0, stdout: '' })

  await world.mock.zeroStats()
  expect((await world.report('sync', '--json')).report).toMatchObject({ retired: 0, failed: 0 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)

  await world.mock.patchProduct(gtin, '*', {})
  expect((await world.report('sync', '--json')).report).toMatchObject({ restored: 2, failed: 0 })
  expect((await visit(world, page)).html).toBe(before.html)
  expect(await listing(world, 'de-de')).toContain(page)
})

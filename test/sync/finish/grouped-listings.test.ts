import { expect } from 'vitest'
import type { ListingGroup } from '../../../src/core/mapping/listing-group.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { mappedTypes, rowOf } from '../../helpers/sync/mapped-site.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const row = rowOf('terms.product_tag', 'trade_unit', { as: 'list', owner: 'shared' })

const test = withMirror({
  gtins: 4,
  types: mappedTypes,
  mirror: { map: { rows: [row] }, policy: { maxUpdateShare: 1 } },
})
  .extend('run', ({ stage, mirror }) => async () => {
    const { run } = await sync(mirror)
    await stage.mock.zeroStats()
    await writeListings(mirror, run.id, go)
    await mirror.listings.markComplete()
    return (await stage.mock.stats()).cmsWrites.total
  })
  .extend('groupBy', ({ mirror }) => (listingGroup: ListingGroup) => {
    mirror.policy = { ...mirror.policy, listingGroup }
  })
  /** The headings of the language page, each with the number of products below it. */
  .extend('groups', ({ stage }) => async () => {
    const page = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
    const [, ...parts] = String(page?.content.raw).split(/<h2[^>]*>/)
    return Object.fromEntries(
      parts.map((part) => [part.slice(0, part.indexOf('<')), part.match(/"mirror-card"/g)?.length]),
    )
  })
  .extend('list', ({ mirror }) => (...categories: string[]) => {
    for (const [at, gtin] of mirror.listed.entries())
      mirror.columns.set(gtin, { category: categories[at] ?? '' })
  })

test('products are grouped by a column; a changed cell updates the listing alone, and nothing else writes', async ({
  mirror,
  run,
  groupBy,
  groups,
  list,
}) => {
  groupBy({ kind: 'column', column: 'category' })
  list('Bänder', 'Ecken', 'Bänder | Neu')
  await run()
  expect(await groups()).toEqual({ Bänder: 2, Ecken: 1, 'Weitere Produkte': 1 })
  expect(await run()).toBe(0)
  list('Bänder', 'Bänder', 'Bänder', 'Ecken')
  const { run: planned } = await sync(mirror)
  expect(planned.counts).toMatchObject({ updated: 0, unchanged: 4 })
  expect(await run()).toBe(1)
  expect(await groups()).toEqual({ Bänder: 3, Ecken: 1 })
})

test('products are grouped by a term of the map, and follow it', async ({
  stage,
  mirror,
  run,
  groupBy,
  groups,
}) => {
  const [first = ''] = mirror.listed
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, '*', { trade_unit: 'Rolle' })
  await stage.mock.patchProduct(first, '*', { trade_unit: 'Dose' })
  groupBy({ kind: 'terms', row })
  await run()
  expect(await groups()).toEqual({ Dose: 1, Rolle: 3 })
  await stage.mock.patchProduct(mirror.listed[1] ?? '', '*', { trade_unit: 'Dose' })
  expect(await run()).toBe(1)
  expect(await groups()).toEqual({ Dose: 2, Rolle: 2 })
})

test('listings that exist are grouped after the setting changed, with an editor’s text around them', async ({
  stage,
  run,
  groupBy,
  groups,
  list,
}) => {
  list('Bänder', 'Ecken', 'Bänder', 'Ecken')
  await run()
  expect(await groups()).toEqual({})
  const page = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  await stage.editor.edit(page?.id ?? 0, {
    content: `<p>Davor.</p>\n\n${String(page?.content.raw).replace('"className":"mirror-cards"', '"className":"mirror-cards has-background"').replace('mirror-cards">', 'mirror-cards has-background">')}`,
  })
  groupBy({ kind: 'column', column: 'category' })
  await run()
  expect(await groups()).toEqual({ Bänder: 2, Ecken: 2 })
  const { content } = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de') ?? {}
  expect(content?.raw).toContain('<p>Davor.</p>')
  expect(content?.raw).toContain('has-background')
  expect(await run()).toBe(0)
})

test('a column that the catalogue lacks is reported, and products stay without groups', async ({
  mirror,
  groupBy,
  groups,
  run,
}) => {
  groupBy({ kind: 'column', column: 'kategory' })
  await run()
  expect(await groups()).toEqual({})
  const [latest] = await mirror.runs.list(1)
  expect(latest?.notes).toContainEqual({ code: 'column-missing', column: 'kategory' })
})

import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import type { PageRow, World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

const it = withOwnWorld({ gtins: 6, languages }, (world) => world.report('sync', '--json'))

const unchanged = { created: 0, updated: 0, retired: 0, kept: 0, failed: 0 }

async function pageOf(world: World, gtin: string | undefined, language: string): Promise<PageRow> {
  const pages = await world.recordPages()
  const page = pages.find(({ slug }) => slug.startsWith(`gtin-${gtin}-${language}`))
  if (page === undefined) throw new Error(`no page of ${gtin}/${language}`)
  return page
}

/** The stored states of edited pages, by record id. */
async function statesIn({ redis }: World) {
  const stored = await redis.hgetall('pm:default:page-states')
  return Object.fromEntries(Object.entries(stored).map(([id, text]) => [id, JSON.parse(text)]))
}

/** The languages that link a product's page in a language. */
async function linkedBy(world: World, gtin: string | undefined, language: string): Promise<string[]> {
  const pages = await world.recordPages()
  return languages.filter((other) => {
    const page = pages.find(({ slug }) => slug.startsWith(`gtin-${gtin}-${other}`))
    return other !== language && page?.content.raw.includes(`gtin-${gtin}-${language}/`) === true
  })
}

async function isListed(world: World, { slug }: PageRow): Promise<boolean> {
  const language = slug.replace(/^gtin-\d+-/, '').replace('__trashed', '')
  const [parent] = await world.cms<PageRow[]>('GET', `/cms/v2/pages?context=edit&slug=${language}`)
  return parent?.content.raw.includes(`/${slug}/"`) === true
}

async function sync(world: World) {
  await world.mock.zeroStats()
  const { code, report } = await world.report('sync', '--json')
  const { totals, cmsWrites } = await world.mock.stats()
  return { code, report, cmsRequests: totals.cms, writes: cmsWrites.total }
}

describe('a run over unchanged pages', () => {
  it('costs two CMS requests and no write', async ({ world }) => {
    expect(await sync(world)).toMatchObject({
      code: 0,
      cmsRequests: 2,
      writes: 0,
      report: { ...unchanged, requests: { cmsReads: 2, cmsBatches: 0, cmsOther: 0 } },
    })
    expect(await sync(world)).toMatchObject({ code: 0, cmsRequests: 2, writes: 0 })
    expect(await statesIn(world)).toEqual({})
  })
})

describe('a page that an editor puts into the trash', () => {
  it('is neither linked nor listed after the next run, and both again once it is restored', async ({
    world,
  }) => {
    const [gtin] = world.gtins
    const page = await pageOf(world, gtin, 'en-gb')
    expect(await linkedBy(world, gtin, 'en-gb')).toEqual(['de-de', 'fr-fr'])
    expect(await isListed(world, page)).toBe(true)

    await world.mock.edit({ do: 'trash', page: page.id })
    expect(await sync(world)).toMatchObject({ code: 0, report: { updated: 2, failed: 0 } })
    expect(await statesIn(world)).toMatchObject({
      [`${gtin}/en-gb`]: { state: 'trashed', pageId: page.id, edited: [] },
    })
    expect(await linkedBy(world, gtin, 'en-gb')).toEqual([])
    expect(await isListed(world, page)).toBe(false)
    expect(await sync(world)).toMatchObject({ code: 0, cmsRequests: 2, writes: 0 })

    await world.mock.edit({ do: 'restore', page: page.id })
    await world.cms('POST', `/cms/v2/pages/${page.id}`, { status: 'publish' })
    expect(await sync(world)).toMatchObject({ code: 0, report: { updated: 2, failed: 0 } })
    expect(await statesIn(world)).toEqual({})
    expect(await linkedBy(world, gtin, 'en-gb')).toEqual(['de-de', 'fr-fr'])
    expect(await isListed(world, page)).toBe(true)
  })

  it('causes link updates, which a plan shows and a later run writes', async ({ world }) => {
    const [gtin] = world.gtins
    const page = await pageOf(world, gtin, 'en-gb')
    await world.mock.edit({ do: 'trash', page: page.id })
    await world.mock.zeroStats()
    const { code, stdout } = await world.run('plan')
    expect(code).toBe(2)
    expect(stdout).toContain('2 to update')
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
    expect(await sync(world)).toMatchObject({ code: 0, report: { updated: 2 } })
    expect(await linkedBy(world, gtin, 'en-gb')).toEqual([])
  })
})

describe('a page that an editor hides', () => {
  it('is not linked until it is published again', async ({ world }) => {
    const [, gtin] = world.gtins
    const { id } = await pageOf(world, gtin, 'fr-fr')
    await world.cms('POST', `/cms/v2/pages/${id}`, { status: 'draft' })
    await sync(world)
    expect(await statesIn(world)).toMatchObject({ [`${gtin}/fr-fr`]: { state: 'hidden', pageId: id } })
    expect(await linkedBy(world, gtin, 'fr-fr')).toEqual([])

    await world.cms('POST', `/cms/v2/pages/${id}`, { status: 'publish' })
    await sync(world)
    expect(await statesIn(world)).toEqual({})
    expect(await linkedBy(world, gtin, 'fr-fr')).toEqual(['de-de', 'en-gb'])
  })
})

describe('a page that an editor deletes permanently', () => {
  it('is not linked any more, and created again when the partner changes its record', async ({ world }) => {
    const [, , gtin = ''] = world.gtins
    const { id } = await pageOf(world, gtin, 'de-de')
    await world.mock.edit({ do: 'delete', page: id })
    expect(await sync(world)).toMatchObject({ report: { created: 0, updated: 2 } })
    expect(await statesIn(world)).toMatchObject({
      [`${gtin}/de-de`]: { state: 'deleted', pageId: id, edited: [] },
    })
    expect(await linkedBy(world, gtin, 'de-de')).toEqual([])
    expect(await sync(world)).toMatchObject({ cmsRequests: 2, writes: 0 })

    await world.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU-1' })
    expect(await sync(world)).toMatchObject({ report: { created: 1 } })
    expect(await statesIn(world)).toEqual({})
    await sync(world)
    expect(await linkedBy(world, gtin, 'de-de')).toEqual(['en-gb', 'fr-fr'])
  })
})

describe('a page that an editor changes', () => {
  it('is known as edited with its fields after the next run, until the change is reverted', async ({
    world,
  }) => {
    const [, , , gtin] = world.gtins
    const { id, title } = await pageOf(world, gtin, 'de-de')
    await world.mock.edit(
      { do: 'set-title', page: id, text: 'Vom Redakteur' },
      { do: 'edit-inside', page: id, text: 'Zusatz.' },
    )
    expect(await sync(world)).toMatchObject({ code: 0, cmsRequests: 3, writes: 0 })
    const states = await statesIn(world)
    expect(states).toMatchObject({
      [`${gtin}/de-de`]: { state: 'edited', pageId: id, edited: ['title', 'inner'] },
    })
    expect(await sync(world)).toMatchObject({ cmsRequests: 2, writes: 0 })
    expect(await statesIn(world)).toEqual(states)

    await world.cms('POST', `/cms/v2/pages/${id}`, { title: title.raw })
    await sync(world)
    expect(await statesIn(world)).toMatchObject({ [`${gtin}/de-de`]: { state: 'edited', edited: ['inner'] } })
  })

  it('stays edited when the partner changes another part, and is forgotten once its change is overwritten', async ({
    world,
  }) => {
    const [, , , , gtin = ''] = world.gtins
    const { id } = await pageOf(world, gtin, 'de-de')
    await world.mock.edit({ do: 'set-title', page: id, text: 'Vom Redakteur' })
    await world.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU-1' })
    expect(await sync(world)).toMatchObject({ report: { updated: 1, kept: 0, keptEdits: 1 } })
    expect(await statesIn(world)).toMatchObject({ [`${gtin}/de-de`]: { state: 'edited', edited: ['title'] } })

    await world.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU-2' })
    await world.runWith({ ON_EDIT: 'overwrite' }, 'sync')
    expect(await statesIn(world)).toEqual({})
  })
})

import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { slugsOf } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl']

const it = withWorld({ gtins: 20, languages, env: { RETIRE_AFTER_MISSES: '1' } })

describe('a mirror of 20 products in 6 languages', () => {
  it('gets every page once from its first sync, in full batches', async ({ world }) => {
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({
      code: 0,
      state: 'done',
      records: 120,
      created: 120,
      failed: 0,
    })
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
    const { batches } = await world.mock.stats()
    const parents = 2
    const lists = 2
    expect(batches.calls).toBe(Math.ceil(120 / 25) + parents + lists)
    expect(Math.max(...Object.keys(batches.sizes).map(Number))).toBe(25)
  })

  it('has each asset once in the media library', async ({ world }) => {
    const media = await world.cms<{ slug: string }[]>('GET', '/cms/v2/media?per_page=100&_fields=slug')
    const slugs = media.map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThan(0)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.every((slug) => /^media-[0-9a-f]{64}$/.test(slug))).toBe(true)
  })

  it('describes each image with the name of its product', async ({ world }) => {
    const query = 'media_type=image&per_page=100&_fields=alt_text'
    const pictures = await world.cms<{ alt_text: string }[]>('GET', `/cms/v2/media?${query}`)
    expect(pictures.length).toBeGreaterThan(0)
    const names = new Set((await world.recordPages()).map(({ title }) => title.raw))
    expect(pictures.filter(({ alt_text }) => !names.has(alt_text))).toEqual([])
  })

  it('writes nothing in a second run', async ({ world }) => {
    await world.mock.zeroStats()
    const { code, report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ created: 0, updated: 0, retired: 0, unchanged: 120 })
    expect(code).toBe(0)
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })

  it('shows a changed product in a plan without writing to the CMS', async ({ world }) => {
    const [gtin = ''] = world.gtins
    await world.mock.patchProduct(gtin, 'de-de', { name: 'Dichtband „Neu“ & besser' })
    await world.mock.zeroStats()
    const { code, stdout } = await world.run('plan')
    expect(code).toBe(2)
    expect(stdout).toContain(`~ ${gtin} de-de`)
    expect(stdout).toContain('1 to update')
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })

  it('updates only the changed page and its entry in the listing, with one read and one batch each, in addition to the check for changed pages', async ({
    world,
  }) => {
    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 119 })
    const { cmsReads, cmsBatches } = report.requests
    expect(cmsBatches).toBe(2)
    // One check for changed pages, one of the page that visitors see, one of the URLs of a few pages, one of the page’s
    // files, and two more while the first sync’s pages are among the newest changes.
    expect([6, 8]).toContain(cmsReads)
    const page = (await world.recordPages()).find(({ title }) => title.raw.includes('Neu'))
    expect(page?.slug).toBe(`gtin-${world.gtins[0]}-de-de`)
  })

  it('retires the pages of one product that left the catalogue, and restores them on the same ids', async ({
    world,
  }) => {
    const [gone = '', ...rest] = world.gtins
    const before = await world.recordPages()
    await world.listGtins(rest)
    expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', retired: 6 })
    const drafts = (await world.recordPages()).filter(({ status }) => status === 'draft')
    expect(drafts.map(({ slug }) => slug).sort()).toEqual(slugsOf([gone], languages))

    await world.listGtins(world.gtins)
    expect((await world.report('sync', '--json')).report).toMatchObject({
      state: 'done',
      restored: 6,
      created: 0,
    })
    const after = await world.recordPages()
    expect(after.map(({ id, status }) => ({ id, status }))).toEqual(
      before.map(({ id, status }) => ({ id, status })),
    )
  })

  it('holds a run that would retire half of its pages, and carries out exactly that plan once it is approved', async ({
    world,
  }) => {
    await world.listGtins(world.gtins.slice(10))
    await world.mock.zeroStats()
    const held = await world.report('sync', '--json')
    expect(held.code).toBe(4)
    expect(held.report).toMatchObject({ state: 'held', retired: 0 })
    expect(held.report.guards?.[0]).toContain('Would retire 60 of 120 pages')
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)

    await world.listGtins(world.gtins)
    const refused = await world.report('approve', held.report.runId, '--json')
    expect({ code: refused.code, ...refused.report }).toMatchObject({
      code: 4,
      state: 'held',
      refusal: expect.stringContaining('60 of the 60 planned records are listed again'),
    })
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)

    await world.listGtins(world.gtins.slice(10))
    const approved = await world.report('approve', held.report.runId, '--json')
    expect(approved.code).toBe(0)
    expect(approved.report).toMatchObject({ runId: held.report.runId, state: 'done', retired: 60 })
    const drafts = (await world.recordPages()).filter(({ status }) => status === 'draft')
    expect(drafts.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins.slice(0, 10), languages))
  })

  it('shows its last run in status', async ({ world }) => {
    const { code, stdout } = await world.run('status', '--json')
    expect(code).toBe(0)
    expect(jsonOf({ code, stdout })).toMatchObject({ state: 'done', retired: 60, mirrored: 60 })
  })
})

import { expect } from 'vitest'
import { LimitedError, OutcomeUnknownError } from '../../../src/lib/errors.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { earlierListing } from '../../helpers/content/earlier-listing.ts'
import { apply, beforeNext, go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 4, languages: 'de-de,en-gb' })
  .extend('pageAt', ({ stage }) => async (slug: string) => {
    const found = (await stage.editor.pages()).find((page) => page.slug === slug)
    if (found === undefined) throw new Error(`no page ${slug}`)
    return found
  })
  .extend('listAt', ({ stage, pageAt }) => async (slug: string) => {
    const { raw } = (await pageAt(slug)).content
    const ids = new Map((await stage.editor.pages()).map(({ id, link }) => [link, id]))
    return [...raw.matchAll(/<a href="([^"]*)"[^>]*>(?!<img)(.*?)<\/a>/g)].map(
      ([, url = '', name]) => `${ids.get(url)} ${name}`,
    )
  })
  .extend(
    'writesOf',
    ({ stage }) =>
      async () =>
        (await stage.mock.stats()).cmsWrites.total,
  )
  /** A whole run, and its lists as the last job writes them. */
  .extend('run', ({ stage, mirror }) => async (of = mirror, options: Parameters<typeof sync>[1] = {}) => {
    const { run: done } = await sync(of, options)
    await stage.mock.zeroStats()
    await writeListings(of, done.id, go)
    await of.listings.markComplete()
    return done.id
  })
  .extend(
    'notesOf',
    ({ mirror }) =>
      async (runId: string) =>
        (await mirror.runs.read(runId))?.notes ?? [],
  )

test('language pages list products by name, the root page lists languages, and the next run writes nothing', async ({
  stage,
  pageAt,
  listAt,
  writesOf,
  run,
}) => {
  await run()
  expect(await writesOf()).toBe(3)
  expect((await stage.mock.stats()).batches.calls).toBe(1)
  const pages = (await stage.editor.recordPages()).filter(({ slug }) => slug.endsWith('de-de'))
  const collator = new Intl.Collator('de-de', { numeric: true })
  const sorted = pages.sort((a, b) => collator.compare(a.title.raw, b.title.raw))
  expect((await listAt('de-de')).map((line) => line.split(' ')[0])).toEqual(sorted.map(({ id }) => `${id}`))
  expect(await listAt('products')).toEqual([
    `${(await pageAt('de-de')).id} Deutsch (Deutschland)`,
    `${(await pageAt('en-gb')).id} English (United Kingdom)`,
  ])
  expect((await pageAt('products')).content.raw).toContain('<span lang="de-de">Produkte: 4</span>')
  expect(await (await fetch(`${new URL(stage.mock.cmsRoot).origin}/products/de-de/`)).text()).toContain(
    `"${sorted[0]?.link}"`,
  )
  await run()
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('only the listing of the language with a changed name is written', async ({
  stage,
  listAt,
  writesOf,
  run,
}) => {
  await run()
  await stage.mock.patchProduct(stage.gtins[0] ?? '', 'en-gb', { name: 'AAA tape' })
  await run()
  expect(await writesOf()).toBe(1)
  expect((await listAt('en-gb'))[0]).toMatch(/ AAA tape$/)
  await stage.mock.patchProduct(stage.gtins[0] ?? '', 'en-gb', { intro: 'Another' })
  await run()
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('the written lists are known, so that an unedited page need not be parsed', async ({ mirror, run }) => {
  await run()
  const written = await mirror.listings.written(['products', 'products/de-de', 'products/en-gb'])
  expect([...written.keys()]).toEqual(['products', 'products/de-de', 'products/en-gb'])
})

test('retired products and languages without products are not listed', async ({
  stage,
  mirror,
  listAt,
  run,
}) => {
  mirror.policy.maxRetireShare = 1
  mirror.policy.retireAfterMisses = 1
  await run()
  mirror.listed = mirror.listed.slice(1)
  await run()
  expect(await listAt('de-de')).toHaveLength(3)
  for (const gtin of mirror.listed) await stage.mock.deleteProduct(gtin, 'en-gb')
  mirror.policy.retireAfterMisses = 1
  await run()
  expect(await listAt('en-gb')).toEqual([])
  expect(await listAt('products')).toHaveLength(1)
})

test('a long listing is cut, with a note in it', async ({ mirror, pageAt, listAt }) => {
  const { run: done } = await sync(mirror)
  await writeListings(mirror, done.id, go, 3)
  expect(await listAt('de-de')).toHaveLength(3)
  expect((await pageAt('de-de')).content.raw).toContain('Die ersten 3 von 4 Produkten')
})

test('a listing that an editor changed stays, with a note, and so does the text around it', async ({
  stage,
  pageAt,
  listAt,
  run,
  notesOf,
}) => {
  await run()
  const { id, content } = await pageAt('de-de')
  const edited = `<p>Willkommen</p>\n${content.raw.replace('Alle Produkte', 'Unsere Produkte')}`
  await stage.editor.edit(id, { content: edited })
  await stage.mock.patchProduct(stage.gtins[0] ?? '', 'de-de', { name: 'AAA Band' })
  const runId = await run()
  expect((await pageAt('de-de')).content.raw).toBe(edited)
  expect(await notesOf(runId)).toMatchObject([{ code: 'listing-edited', pageId: id }])
  await stage.editor.edit(id, { content: `<p>Willkommen</p>\n${content.raw}` })
  await stage.mock.patchProduct(stage.gtins[0] ?? '', 'de-de', { name: 'AAB Band' })
  await run()
  expect((await listAt('de-de'))[0]).toMatch(/ AAB Band$/)
  expect((await pageAt('de-de')).content.raw).toMatch(/^<p>Willkommen<\/p>\n<!-- wp:group/)
})

test('a listing and a product in it that an editor styled or hid stay so while the list follows', async ({
  stage,
  pageAt,
  listAt,
  run,
  notesOf,
}) => {
  await run()
  const { id, content } = await pageAt('de-de')
  const cards = content.raw.match(/<!-- wp:column \{.*?<!-- \/wp:column -->/gs) ?? []
  const hide = (card: string) =>
    card.replace('"className"', '"metadata":{"blockVisibility":false},"className"')
  const last = String(cards.at(-1))
  const edited = content.raw
    .replace(last, hide(last))
    .replaceAll('"className":"mirror-cards"', '"className":"mirror-cards two"')
    .replaceAll('mirror-cards">', 'mirror-cards two">')
  await stage.editor.edit(id, { content: edited })
  for (const name of ['AAA Band', 'AAB Band']) {
    await stage.mock.patchProduct(stage.gtins[0] ?? '', 'de-de', { name })
    const runId = await run()
    expect((await listAt('de-de'))[0]).toMatch(new RegExp(` ${name}$`))
    const { raw } = (await pageAt('de-de')).content
    expect(raw.match(/<div class="wp-block-columns mirror-cards two">/g)).toHaveLength(2)
    expect(raw.match(/blockVisibility/g)).toHaveLength(1)
    const hidden = raw.match(/<!-- wp:column \{[^\n]*blockVisibility.*?<!-- \/wp:column -->/s)?.[0]
    expect(hidden).toContain(/href="[^"]*"/.exec(last)?.[0])
    expect(await notesOf(runId)).toEqual([])
  }
})

test('a listing in the layout of an earlier version gets today’s, with the work of an editor', async ({
  stage,
  mirror,
  pageAt,
  listAt,
  run,
  notesOf,
}) => {
  await run()
  const { id } = await pageAt('de-de')
  const links = (await stage.editor.recordPages())
    .filter(({ slug }) => slug.endsWith('de-de'))
    .map(({ title, link }) => ({ title: title.raw, url: link, note: '' }))
  const block = earlierListing(
    { kind: 'language', language: 'de-de' },
    'Alle Produkte in dieser Sprache.',
    links,
  )
  const hidden = block.replace('<!-- wp:list-item', '$& {"metadata":{"blockVisibility":false}}')
  await stage.editor.edit(id, { content: `<p>Willkommen</p>\n${hidden}` })
  await mirror.listings.markFor('earlier layout', [])
  const runId = await run()
  expect(await notesOf(runId)).toEqual([])
  const { raw } = (await pageAt('de-de')).content
  expect(raw).toMatch(/^<p>Willkommen<\/p>\n<!-- wp:group/)
  expect(raw).not.toContain('<li>')
  expect(await listAt('de-de')).toHaveLength(4)
  expect(raw.match(/blockVisibility/g)).toHaveLength(1)
  expect(raw).toMatch(
    new RegExp(
      `blockVisibility":false}} -->(?:(?!mirror-card").)*mirror-card"(?:(?!mirror-card").)*"${links[0]?.url}"`,
      's',
    ),
  )
  await run()
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('a card shows image and item number, and follows their changes', async ({
  stage,
  mirror,
  pageAt,
  writesOf,
  run,
}) => {
  const [gtin = ''] = stage.gtins
  await stage.mock.patchProduct(gtin, 'de-de', { name: 'AAA Band', item_number: '10-77' })
  await run(mirror, { media: true })
  const cardOf = async (): Promise<string> =>
    String(/<!-- wp:column \{.*?<!-- \/wp:column -->/s.exec((await pageAt('de-de')).content.raw)?.[0])
  const before = await cardOf()
  expect(before).toContain('</a><br>Artikelnummer 10-77</p>')
  expect(before).toMatch(/"sizeSlug":"medium".*<img src="[^"]*-300x\d+\.[a-z]+" alt="AAA Band"/s)
  await stage.mock.patchProduct(gtin, 'de-de', { item_number: '10-78' })
  await run()
  expect(await cardOf()).toBe(before.replace('10-77', '10-78'))
  await stage.mock.patchProduct(gtin, 'de-de', { image: '' })
  await run()
  expect(await writesOf()).toBe(1)
  expect(await cardOf()).not.toContain('<img')
})

test('the number of products of a language omits pages that an editor hid', async ({
  stage,
  mirror,
  pageAt,
  run,
}) => {
  const observe = () => observePages(mirror, '2026-11-20-9', go)
  await observe()
  await run()
  await observe()
  const hidden = (await stage.editor.recordPages()).find(({ slug }) => slug.endsWith('en-gb'))
  await stage.editor.edit(hidden?.id ?? 0, { status: 'draft' })
  await observe()
  await run()
  const { raw } = (await pageAt('products')).content
  expect(raw).toContain('<span lang="en-gb">Products: 3</span>')
  expect(raw).toContain('<span lang="de-de">Produkte: 4</span>')
})

test('a run without changes reads no snapshot for the listings', async ({ mirror, run }) => {
  const runId = await run()
  let reads = 0
  const read: typeof mirror.snapshots.read = (keys) => {
    reads += 1
    return mirror.snapshots.read(keys)
  }
  const counting = { ...mirror, snapshots: { ...mirror.snapshots, read } }
  await writeListings(counting, runId, go)
  expect(reads).toBe(0)
  await mirror.listings.mark(['de-de'])
  await writeListings(counting, runId, go)
  expect(reads).toBe(1)
})

test('an editor’s save at the same moment is restored', async ({ stage, mirror, pageAt, listAt }) => {
  const { run: done } = await sync(mirror)
  const { id, content } = await pageAt('de-de')
  beforeNext(mirror, 'writePages', () =>
    stage.editor.edit(id, { content: `${content.raw}\n<p>Neu von Hand</p>` }),
  )
  await writeListings(mirror, done.id, go)
  expect(await listAt('de-de')).toHaveLength(4)
  expect((await pageAt('de-de')).content.raw).toContain('<p>Neu von Hand</p>')
})

test.for(['reset-after', 'reset-before'] as const)(
  'a listing whose reply was lost (%s) is checked before it is written again',
  async (kind, { stage, mirror, listAt, writesOf, run }) => {
    const { run: done } = await sync(mirror)
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind, count: 1 }])
    await expect(writeListings(mirror, done.id, go)).rejects.toThrow(OutcomeUnknownError)
    await stage.mock.zeroStats()
    await writeListings(mirror, done.id, go)
    expect(await listAt('de-de')).toHaveLength(4)
    expect(await writesOf()).toBe(kind === 'reset-after' ? 0 : 3)
    await run()
    expect((await stage.mock.stats()).totals.cms).toBe(0)
  },
)

test('after a rate limit the listings are written in the same run', async ({ mirror, listAt }) => {
  const { run: done } = await sync(mirror)
  const readPages = () => Promise.reject(new LimitedError('cms', 60_000))
  const limited = { ...mirror, parentPages: { ...mirror.parentPages, readPages } }
  await expect(writeListings(limited, done.id, go)).rejects.toThrow(LimitedError)
  await writeListings(mirror, done.id, go)
  expect(await listAt('de-de')).toHaveLength(4)
})

test('foreign pages and hidden pages get no listing', async ({ stage, pageAt, listAt, run }) => {
  await stage.editor.create({ slug: 'products', status: 'publish', content: '<p>Unser Sortiment</p>' })
  await run()
  expect((await pageAt('products')).content.raw).toBe('<p>Unser Sortiment</p>')
  expect(await listAt('de-de')).toHaveLength(4)
  await stage.tidy()
  await run(stage.openMirror({ policy: { pageStatus: 'draft' } }))
  expect(await listAt('de-de')).toEqual([])
})

test('after Redis data loss a partial run shortens no listing, and the next full run writes it', async ({
  stage,
  listAt,
  writesOf,
  run,
}) => {
  const [one = '', other = ''] = stage.gtins
  await run()
  const fresh = stage.openMirror()
  await stage.mock.patchProduct(one, 'de-de', { name: 'AAA Band' })
  const { runId: part } = await plan(fresh, 'sync', { gtins: [one] })
  await apply(fresh, part)
  await stage.mock.zeroStats()
  await writeListings(fresh, part, go)
  expect(await writesOf()).toBe(0)
  expect(await listAt('de-de')).toHaveLength(4)
  fresh.listed = fresh.listed.filter((gtin) => gtin !== other)
  await run(fresh)
  fresh.pass(3_600_000)
  await run(fresh)
  expect((await listAt('de-de'))[0]).toMatch(/ AAA Band$/)
  expect(await listAt('de-de')).toHaveLength(3)
})

test('after Redis data loss the listings are recognised as ours', async ({
  stage,
  listAt,
  writesOf,
  run,
}) => {
  await run()
  const fresh = stage.openMirror()
  await run(fresh)
  expect(await writesOf()).toBe(0)
  await stage.mock.patchProduct(stage.gtins[0] ?? '', 'de-de', { name: 'AAA Band' })
  await run(fresh)
  expect((await listAt('de-de'))[0]).toMatch(/ AAA Band$/)
})

import { because } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { observeLinks } from '../../../src/sync/observe/observe-links.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { countStaleLinks } from '../../../src/sync/decisions/count-stale-links.ts'
import { openLinks, staleOf } from '../../helpers/sync/language-links.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { recordId } from '../../../src/core/record/record.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 3,
  languages: 'de-de,en-gb,fr-fr',
  mirror: { policy: { maxUpdateShare: 0 } },
}).extend('links', ({ stage }) => openLinks(stage, stage.gtins[0] ?? ''))

async function observe(mirror: Mirror) {
  await observePages(mirror, '2026-11-20-9', go)
  await observeLinks(mirror, '2026-11-20-9', go)
}

/** A run as the jobs carry it out: it reads the CMS first, and updates the listings last. */
async function run(mirror: Mirror) {
  await observe(mirror)
  const done = await sync(mirror)
  await writeListings(mirror, done.run.id, go)
  await mirror.listings.markComplete()
  return done
}

/** Every link on the mirrored pages and above them that leads to no page's current address. */
async function wrongLinks({ editor, mock }: Stage) {
  const pages = await editor.pages()
  const current = new Set(pages.map(({ link }) => link))
  const { origin } = new URL(mock.cmsRoot)
  return pages.flatMap(({ slug, content }) =>
    [...content.raw.matchAll(/<a href="([^"]*)"/g)]
      .map(([, url = '']) => url)
      .filter((url) => url.startsWith(origin) && !url.includes('/uploads/') && !current.has(url))
      .map((url) => `${slug} → ${url}`),
  )
}

test('after an editor changed a page’s slug, the next run updates every link to it', async ({
  stage,
  mirror,
  links,
}) => {
  await run(mirror)
  await run(mirror)
  const { id } = await links.pageIn('fr-fr')
  await stage.editor.edit(id, { slug: 'ruban' })
  expect(await wrongLinks(stage)).toHaveLength(3)
  const { outcomes, verdicts } = await run(mirror)
  expect(verdicts).toEqual([])
  expect(outcomes.get(`${links.gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['languages'] })
  expect(await wrongLinks(stage)).toEqual([])
  expect(await links.quietly(() => run(mirror))).toBe(0)
})

test.for([
  ['renamed', { slug: 'francais' }],
  ['moved', { parent: 0 }],
] as const)(
  'after a language page was %s, the next run updates the links to all pages below it',
  async ([, change], { stage, mirror, links }) => {
    await run(mirror)
    await run(mirror)
    const parents = await mirror.parents.read()
    await stage.editor.edit(parents['products/fr-fr'] ?? 0, change)
    expect((await wrongLinks(stage)).length).toBeGreaterThan(6)
    const { verdicts, run: done } = await run(mirror)
    expect(verdicts).toEqual([])
    expect(done.counts).toMatchObject({ updated: 6, unchanged: 3, kept: 0, failed: 0 })
    expect(await wrongLinks(stage)).toEqual([])
    expect(await links.quietly(() => run(mirror))).toBe(0)
    expect(await staleOf(mirror)).toEqual([])
  },
)

test('a product that returns after its language page was renamed is linked at its new URL by the run that restores it', async ({
  stage,
  mirror,
  links,
}) => {
  mirror.policy = { ...mirror.policy, retireAfterMisses: 1, maxRetireShare: 1 }
  await run(mirror)
  await run(mirror)
  await stage.mock.deleteProduct(links.gtin, 'fr-fr')
  expect((await run(mirror)).run.counts).toMatchObject({ retired: 1 })
  await run(mirror)
  await stage.editor.edit((await mirror.parents.read())['products/fr-fr'] ?? 0, { slug: 'francais' })
  await run(mirror)
  await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Zurück' })
  expect((await run(mirror)).run.counts).toMatchObject({ restored: 1 })
  expect(await wrongLinks(stage)).toEqual([])
  expect(await links.quietly(() => run(mirror))).toBe(0)
})

test('a page above the root that is renamed moves every page, and all links follow', async ({
  stage,
  mirror,
  links,
}) => {
  const shop = await stage.editor.create({ slug: 'shop', title: 'Shop', status: 'publish' })
  await run(mirror)
  const parents = await mirror.parents.read()
  await stage.editor.edit(parents['products'] ?? 0, { parent: shop.id })
  await run(mirror)
  expect(await wrongLinks(stage)).toEqual([])
  await run(mirror)
  await stage.editor.edit(shop.id, { slug: 'store' })
  expect((await wrongLinks(stage)).length).toBeGreaterThan(20)
  await run(mirror)
  expect(await wrongLinks(stage)).toEqual([])
  expect(await links.quietly(() => run(mirror))).toBe(0)
})

test('a run that finds nothing moved reads addresses once, and writes nothing', async ({ stage, mirror }) => {
  await run(mirror)
  await observe(mirror)
  await stage.mock.zeroStats()
  await observeLinks(mirror, '2026-11-20-9', go)
  expect((await stage.mock.stats()).totals.cms).toBe(1)
})

test('a plugin that moves a language page when the mirror updates it breaks links until the next run', async ({
  stage,
  mirror,
  links,
}) => {
  await stage.mock.faults([{ side: 'cms', kind: 'oddity', name: 'moved-pages' }])
  const first = await run(mirror)
  expect((await wrongLinks(stage)).length).toBeGreaterThan(0)
  const { notes } = (await mirror.runs.read(first.run.id)) ?? {}
  expect(
    notes?.filter((note) => note.code === 'parent-moved' && note.path.startsWith('products/')),
  ).toHaveLength(3)
  await run(mirror)
  expect(await wrongLinks(stage)).toEqual([])
  expect(await links.quietly(() => run(mirror))).toBe(0)
})

test('pages that an earlier version wrote are not written again if their links are right', async ({
  stage,
  mirror,
  links,
}) => {
  await run(mirror)
  await forgetAddresses(stage, mirror)
  expect(await links.quietly(() => run(mirror))).toBe(0)
  await forgetAddresses(stage, mirror)
  await stage.editor.edit((await links.pageIn('fr-fr')).id, { slug: 'ruban' })
  await run(mirror)
  expect(await wrongLinks(stage)).toEqual([])
})

/** Stores the heads of snapshots as an earlier version did. */
async function forgetAddresses({ redis }: Stage, { keys }: Mirror) {
  for (const language of ['de-de', 'en-gb', 'fr-fr'])
    for (const [gtin, text] of Object.entries(await redis.hgetall(keys.heads(language)))) {
      const { v: _, link: __, ...head } = JSON.parse(text) as Record<string, unknown>
      await redis.hset(keys.heads(language), gtin, JSON.stringify({ ...head, links: 'languages' }))
    }
}

test('a page that an editor hides or puts in the trash is not linked until it returns, then at its address', async ({
  stage,
  mirror,
  links,
}) => {
  await run(mirror)
  await run(mirror)
  const { id } = await links.pageIn('fr-fr')
  await stage.editor.edit(id, { status: 'draft', slug: 'ruban' })
  await run(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  await stage.editor.edit(id, { status: 'publish' })
  await run(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await wrongLinks(stage)).toEqual([])
  await stage.editor.trash(id)
  await run(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect(await wrongLinks(stage)).toEqual([])
})

test('a site that moves to another address moves all links, even if its address was replaced on the pages', async ({
  stage,
  mirror,
  links,
}) => {
  await run(mirror)
  await run(mirror)
  const there = new URL(stage.mock.cmsRoot)
  there.hostname = 'localhost'
  const cms = `${there.origin}${there.pathname.replace(/\/$/, '')}`
  for (const { id, content } of await stage.editor.pages())
    if (content.raw.includes('hreflang'))
      await stage.editor.edit(id, { content: content.raw.replaceAll('//127.0.0.1:', '//localhost:') })
  const moved = stage.openMirror({
    keys: mirror.keys,
    policy: mirror.policy,
    addresses: { partner: stage.mock.partnerBaseUrl, cms },
  })
  const { run: done, verdicts } = await run(moved)
  expect(verdicts).toEqual([])
  expect(done.counts).toMatchObject({ kept: 0, failed: 0 })
  expect((await links.linksOf('de-de')).every(({ url }) => url.startsWith(there.origin))).toBe(true)
  const listing = (await stage.editor.pages()).find(({ slug }) => slug === 'fr-fr')?.content.raw
  expect(listing).toContain(`href="${there.origin}/products/fr-fr/gtin-`)
  expect(await links.quietly(() => run(moved))).toBe(0)
})

test('verify reports pages that link an address that is not current, and a repair updates the links', async ({
  stage,
  mirror,
  links,
}) => {
  await run(mirror)
  expect((await verify(mirror)).findings).toEqual([])
  await stage.editor.edit((await links.pageIn('fr-fr')).id, { slug: 'ruban' })
  const found = (await verify(mirror)).findings.filter(({ kind }) => kind === 'links')
  expect(found.map((finding) => ('path' in finding ? finding.path : finding.language)).sort()).toEqual([
    'de-de',
    'en-gb',
  ])
  expect(await countStaleLinks(mirror)).toBe(1)
  await run(mirror)
  expect(await countStaleLinks(mirror)).toBe(0)
  expect((await verify(mirror)).findings.map(({ kind }) => kind)).toEqual(['moved'])
})

test.for(['a site that removes hreflang', 'a template whose links state no language'] as const)(
  'with %s, the next run removes the links to a renamed page that an editor hides',
  async (kind, { stage, mirror, links }) => {
    if (kind === 'a site that removes hreflang')
      await stage.mock.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])
    else {
      const { renderer } = mirror
      mirror.renderer = {
        ...renderer,
        render(...args) {
          const texts = renderer.render(...args)
          return { ...texts, inner: texts.inner.replaceAll(/ lang="[^"]*" hreflang="[^"]*"/g, '') }
        },
      }
    }
    await run(mirror)
    expect((await links.pageIn('de-de')).content.raw).not.toContain('hreflang')
    const { id } = await links.pageIn('fr-fr')
    await stage.editor.edit(id, { slug: 'ruban' })
    await run(mirror)
    expect(await wrongLinks(stage)).toEqual([])
    await stage.editor.edit(id, { status: 'draft' })
    await run(mirror)
    expect(await wrongLinks(stage)).toEqual([])
  },
)

test('verify names the reason that keeps the next sync from updating the links of a page', async ({
  stage,
  mirror,
  links: { gtin },
}) => {
  await run(mirror)
  const [, second = '', third = ''] = mirror.listed
  const at = '2026-11-20T04:00:00.000Z'
  const hold = { at, by: 'anna', kind: 'hold', reason: 'Messe' } as const
  await mirror.decisions.save([{ key: { gtin, language: 'de-de' }, value: hold }])
  const blank = { digest: 'x', blanks: { code: 'name' as const }, runId: '2026-11-20-1', at }
  await mirror.suspects.save([{ key: { gtin: second, language: 'de-de' }, value: blank }])
  const failing = { count: 5, since: at, runId: '2026-11-20-1', reasons: because('HTTP 500') }
  await mirror.failing.save([
    { key: { gtin: third, language: 'de-de' }, value: { ...failing, nextTryAt: '2026-11-27T04:00:00.000Z' } },
  ])
  for (const of of [gtin, second, third]) {
    const moved = (await stage.editor.pages()).find(({ slug }) => slug === `gtin-${of}-fr-fr`)
    await stage.editor.edit(moved?.id ?? 0, { slug: `ruban-${of}` })
  }
  const { findings } = await verify(mirror)
  const outdated = new Map(
    findings.flatMap((finding) =>
      finding.reason.code === 'links-outdated' && 'gtin' in finding
        ? [[recordId(finding), finding.reason.blocked]]
        : [],
    ),
  )
  expect(outdated.has(`${gtin}/en-gb`)).toBe(true)
  expect(outdated.get(`${gtin}/en-gb`)).toBeUndefined()
  expect(outdated.get(`${gtin}/de-de`)).toMatchObject({ code: 'held', by: 'anna', note: 'Messe' })
  expect(outdated.get(`${second}/de-de`)).toMatchObject({ code: 'suspect', blanks: { code: 'name' } })
  expect(outdated.get(`${third}/de-de`)).toMatchObject({ code: 'quarantined', count: 5 })
})

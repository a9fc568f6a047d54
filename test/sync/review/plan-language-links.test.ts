import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { clearStaleLinks } from '../../../src/sync/review/plan-language-links.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import { hideAddresses, openLinks, staleOf, withTwo } from '../../helpers/sync/language-links.ts'
import { apply, go, inputOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import type { SimpleReason } from '../../../src/core/reasons/reason.ts'
import type { PageWritten } from '../../../src/core/record/page.ts'
import { verify } from '../../helpers/sync/verify-run.ts'

const test = withMirror({
  gtins: 3,
  languages: 'de-de,en-gb,fr-fr',
  mirror: { policy: { maxRetireShare: 1, maxUpdateShare: 1, retireAfterMisses: 1 } },
}).extend('links', ({ stage }) => openLinks(stage, stage.gtins[0] ?? ''))

test('a first sync links each page to its other languages, writes no page twice, and the links work', async ({
  stage,
  mirror,
  links,
}) => {
  await sync(mirror)
  // Nine pages, the root and three languages.
  expect(await links.writesOf()).toBe(13)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.linkedFrom('en-gb')).toEqual(['de-de', 'fr-fr'])
  for (const { url, lang, hreflang } of await links.linksOf('fr-fr')) {
    expect(hreflang).toBe(lang)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`gtin-${links.gtin} lang-${lang}`)
  }
  expect(await links.quietly(() => sync(mirror))).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test.for(['name', 'pagename'] as const)(
  'if pages have no address, links use ?%s=',
  async (key, { stage, mirror, links }) => {
    const policy = { cmsType: key === 'name' ? 'posts' : 'pages' } as const
    const other = stage.openMirror({ keys: mirror.keys, policy })
    if (key === 'pagename') hideAddresses(other)
    await sync(other)
    const [page] = await other.cms.findPages([`gtin-${links.gtin}-de-de`], go)
    const urls = [...(page?.content ?? '').matchAll(/<a href="([^"]*)" lang="/g)].map(([, url = '']) => url)
    expect(urls).toHaveLength(2)
    for (const url of urls) {
      expect(url).toContain(`/?${key}=`)
      expect(await (await fetch(url)).text()).toContain(`gtin-${links.gtin} lang-`)
    }
  },
)

test('a new language updates the pages of the other languages in the same run, which no guard counts', async ({
  mirror,
  links,
}) => {
  mirror.policy.maxUpdateShare = 0
  await withTwo(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  const { run, verdicts, outcomes } = await sync(mirror)
  expect(verdicts).toEqual([])
  // Each record counts once, though the partner had changed none of the six.
  expect(run.counts).toMatchObject({ records: 9, created: 3, updated: 6, unchanged: 0, failed: 0 })
  expect(outcomes.get(`${links.gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['languages'] })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.linkedFrom('fr-fr')).toEqual(['de-de', 'en-gb'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a product retired in one language is unlinked from the others, and linked again when it returns', async ({
  stage,
  mirror,
  links,
}) => {
  await sync(mirror)
  await stage.mock.deleteProduct(links.gtin, 'fr-fr')
  const { counts } = (await sync(mirror)).run
  expect(counts).toMatchObject({ records: 9, absent: 0, retired: 1, updated: 2, unchanged: 6 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
  await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
  expect((await sync(mirror)).run.counts).toMatchObject({ restored: 1, updated: 2 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.linkedFrom('fr-fr')).toEqual(['de-de', 'en-gb'])
})

test('a change of the partner’s data is written with the right links, and its page is not written twice', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  await stage.mock.patchProduct(links.gtin, 'de-de', { intro: 'Neu' })
  const { outcomes } = await sync(mirror)
  expect(outcomes.get(`${links.gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['intro'] })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
})

test('a page that could not be created is unlinked by the next run, and linked one run after it was created', async ({
  stage,
  mirror,
  links,
}) => {
  const { id } = await stage.editor.create({ slug: `gtin-${links.gtin}-fr-fr`, status: 'publish' })
  await sync(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 2, unchanged: 6, failed: 1 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  for (let runs = 0; runs < 4; runs++) expect(await links.quietly(() => sync(mirror))).toBe(0)
  mirror.pass(7 * 3_600_000)
  expect(await links.quietly(() => sync(mirror))).toBe(0)
  await stage.editor.edit(id, { slug: 'mine' })
  mirror.pass(13 * 3_600_000)
  expect((await sync(mirror)).run.counts).toMatchObject({ created: 1, updated: 0 })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 2 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
})

test('pages that could not be created are unlinked even if so many fail that none is in quarantine', async ({
  stage,
  mirror,
  links,
}) => {
  for (const gtin of stage.gtins) await stage.editor.create({ slug: `gtin-${gtin}-fr-fr`, status: 'publish' })
  await sync(mirror)
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 6, failed: 3 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect((await mirror.failing.read([{ gtin: links.gtin, language: 'fr-fr' }]))[0]).toMatchObject({
    count: 0,
  })
})

test.for<[string, number, SimpleReason, string[]]>([
  ['could not be read', 4, { code: 'unread', detail: 'The partner returned 500' }, ['en-gb', 'fr-fr']],
  ['was not written in an outage', 1, { code: 'unsaved', detail: 'no reply' }, ['en-gb', 'fr-fr']],
  ['was not written in two outages', 2, { code: 'unsaved', detail: 'no reply' }, ['en-gb']],
  ['was refused', 1, { code: 'refused', detail: 'too long' }, ['en-gb']],
])(
  'the run that creates a page after its record %s in %i runs links: %o %o',
  async ([, count, reason, linked], { mirror, links }) => {
    await withTwo(mirror)
    const value = { count, since: '2026-11-20T04:00:00Z', runId: '2026-11-20-1', reasons: [reason] }
    await mirror.failing.save([{ key: { gtin: links.gtin, language: 'fr-fr' }, value }])
    expect((await sync(mirror)).run.counts).toMatchObject({ created: 3, failed: 0 })
    expect(await links.linkedFrom('de-de')).toEqual(linked)
    await sync(mirror)
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  },
)

test.for(['is not recognised', 'is refused by the CMS'] as const)(
  'a page whose restore %s is not linked by the next run, and is linked again once it is public',
  async (cause, { stage, mirror, links }) => {
    await sync(mirror)
    await stage.mock.deleteProduct(links.gtin, 'fr-fr')
    await sync(mirror)
    const { id, slug, content } = await links.pageIn('fr-fr')
    const { cms } = mirror
    // Without its slug and its block, nothing shows that this is the record's page.
    if (cause === 'is not recognised')
      await stage.editor.edit(id, { slug: 'brouillon', content: 'Brouillon' })
    else mirror.cms = refusing(cms, id)
    await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
    expect((await sync(mirror)).run.counts).toMatchObject({ restored: 0, failed: 1 })
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 2, failed: 1 })
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
    mirror.cms = cms
    await stage.editor.edit(id, { slug, content: content.raw })
    expect((await sync(mirror)).run.counts).toMatchObject({ restored: 1 })
    await sync(mirror)
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  },
)

/** A CMS that refuses every write of one page. */
function refusing(cms: Mirror['cms'], id: number): Mirror['cms'] {
  const refusal: PageWritten = { ok: false, status: 400, code: 'rest_invalid_param', reason: 'no' }
  return {
    ...cms,
    async writePages(writes, signal) {
      const others = writes.filter((write) => write.kind === 'create' || write.id !== id)
      const written = await cms.writePages(others, signal)
      return writes.map((write) => (others.includes(write) ? (written.shift() ?? refusal) : refusal))
    },
  }
}

test('an editor’s text around and inside the block stays when links change', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  const [around, inside] = [await links.pageIn('de-de'), await links.pageIn('en-gb')]
  await stage.editor.edit(around.id, { content: `<p>Mine</p>\n\n${around.content.raw}` })
  await stage.editor.edit(inside.id, { content: inside.content.raw.replace('<li>', '<li>Mine ') })
  await sync(mirror)
  expect((await links.pageIn('de-de')).content.raw).toMatch(/^<p>Mine<\/p>/)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect((await links.pageIn('en-gb')).content.raw).toContain('<li>Mine ')
  expect(await links.linkedFrom('en-gb')).toEqual(['de-de', 'fr-fr'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
})

test('a run for one language leaves the links in others to the next full run', async ({ mirror, links }) => {
  await withTwo(mirror)
  const { runId } = await plan(mirror, 'sync', { languages: ['fr-fr'] })
  await apply(mirror, runId)
  expect(await links.linkedFrom('fr-fr')).toEqual(['de-de', 'en-gb'])
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  const scoped = await plan(mirror, 'sync', { gtins: [links.gtin] })
  expect((await apply(mirror, scoped.runId)).run.counts).toMatchObject({ updated: 2 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 4 })
})

test('a retired page leaves its product marked, although a parallel product run has cleared the mark before', async ({
  stage,
  mirror,
  links,
}) => {
  await sync(mirror)
  await stage.mock.deleteProduct(links.gtin, 'fr-fr')
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  // The pages link fr-fr, which is still public.
  await clearStaleLinks(mirror)
  expect(await staleOf(mirror)).toEqual([])
  await retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)
  expect(await staleOf(mirror)).toEqual([links.gtin])
})

test('pages in a language that is no longer listed are in the scope of a run that updates their links', async ({
  stage,
  mirror,
  links,
}) => {
  mirror.policy.retireAfterMisses = 2
  await sync(mirror)
  await observePages(mirror, '2026-11-20-8', go)
  await stage.mock.setLanguages(['de-de', 'en-gb'])
  await stage.editor.edit((await links.pageIn('en-gb')).id, { slug: 'moved' })
  await observePages(mirror, '2026-11-20-9', go)
  const { run, outcomes } = await sync(mirror)
  expect(outcomes.get(`${links.gtin}/fr-fr`)).toMatchObject({ result: 'updated' })
  const { records, updated, unchanged, notPlanned } = run.counts
  expect({ records, updated, unchanged, notPlanned }).toEqual({
    records: 7,
    updated: 2,
    unchanged: 5,
    notPlanned: 0,
  })
})

test('an undo removes pages and the links to them', async ({ mirror, links }) => {
  await withTwo(mirror)
  const before = (await links.pageIn('de-de')).content.raw
  const { run } = await sync(mirror)
  expect((await undo(mirror, run.id)).run.counts).toMatchObject({ undone: 9 })
  expect((await links.pageIn('de-de')).content.raw).toBe(before)
  expect((await sync(mirror)).planned).toMatchObject({ update: 0 })
})

test('a page without links has no links after an undo', async ({ mirror, links }) => {
  mirror.languages = ['de-de']
  await sync(mirror)
  mirror.languages = ['de-de', 'en-gb']
  await undo(mirror, (await sync(mirror)).run.id)
  expect(await links.linkedFrom('de-de')).toEqual([])
  expect((await sync(mirror)).planned).toMatchObject({ update: 0 })
})

test('a page that an undo leaves unchanged gets its links back with the next run', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  const { run } = await sync(mirror)
  const { id, content } = await links.pageIn('fr-fr')
  await stage.editor.edit(id, { content: `${content.raw}\n\n<p>Mine</p>` })
  await undo(mirror, run.id)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect((await sync(mirror)).planned).toMatchObject({ update: 2 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
})

test('the page of a failed record stays unchanged, and the next run corrects its links', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  await stage.mock.patchProduct(links.gtin, 'de-de', { language: 'fr-fr' })
  const { outcomes } = await sync(mirror)
  expect(outcomes.get(`${links.gtin}/de-de`)).toMatchObject({ result: 'failed' })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect(await staleOf(mirror)).toEqual([links.gtin])
  await stage.mock.patchProduct(links.gtin, 'de-de', { length: '1', language: 'de-de' })
  await sync(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await staleOf(mirror)).toEqual([])
})

test('a waiting plan lists links as a field, and its check does not request them from the partner', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  await stage.mock.deleteProduct(links.gtin, 'de-de')
  mirror.policy.retireAfterMisses = 3
  const runId = await hold(mirror, 'planned')
  const [change] = await mirror.plans.read(runId, [`${links.gtin}/de-de`])
  expect(change).toMatchObject({ kind: 'update', fields: ['languages'] })
  expect(await approve(mirror, runId)).toMatchObject({ passed: true })
})

test('after Redis data loss a rebuild accepts pages with their links, and the next run corrects them', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  await stage.editor.edit((await links.pageIn('en-gb')).id, { title: 'Mine' })
  const lost = stage.openMirror()
  const { runId } = await plan(lost, 'rebuild')
  const rebuild = async () => {
    await startWriting(lost, runId)
    await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: true }, go)
    await finishRun(lost, runId)
  }
  expect(await links.quietly(rebuild)).toBe(0)
  const { run, outcomes } = await sync(lost)
  expect(run).toMatchObject({ keptEdits: 1, counts: { created: 3, updated: 6, kept: 0 } })
  expect(outcomes.get(`${links.gtin}/de-de`)?.kept).toBeUndefined()
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.linkedFrom('en-gb')).toEqual(['de-de', 'fr-fr'])
  expect(await links.quietly(() => sync(lost))).toBe(0)
})

test('after Redis data loss a sync corrects links at once, and writes nothing when nothing changed', async ({
  stage,
  mirror,
  links,
}) => {
  await withTwo(mirror)
  const lost = stage.openMirror()
  expect((await sync(lost)).run.counts).toMatchObject({ created: 3, updated: 6, kept: 0 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  const again = stage.openMirror()
  expect(await links.quietly(() => sync(again))).toBe(0)
})

test('pages that are not published are not linked', async ({ mirror, links }) => {
  mirror.policy.pageStatus = 'draft'
  await sync(mirror)
  expect(await links.linkedFrom('de-de')).toEqual([])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFilesOnce, expectPagesOnce } from './mirror/once.ts'
import type { PageRow } from './mirror/site.ts'
import { openStage, type Stage } from './mirror/stage.ts'
import { textOf, textOfPlain, visitAll } from './mirror/visitor.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const laterLanguages = ['es-es', 'pl-pl'] as const
const batchRoute = 'POST /wp-json/batch/v1'
/** One batch at a time, so that creates come before writes that only update links. */
const inOrder = { CMS_CONCURRENCY: '1' }
const mediaRoute = 'POST /wp-json/wp/v2/media'

let stage: Stage
let gtins: string[]
/** A GTIN outside the catalogue. An editor created a page with the slug of its English record before the first run. */
let foreignGtin: string
let foreignPage: PageRow
/** The mirrored languages so far. */
let mirrored = languages

beforeAll(async () => {
  stage = await openStage({ gtins: 31, languages: [...languages, ...laterLanguages] })
  gtins = await stage.partner.gtins()
  foreignGtin = gtins.pop() ?? ''
  await stage.setCatalog(gtins)
  const page = {
    slug: `gtin-${foreignGtin}-en-gb`,
    title: 'Ours',
    content: '<p>Typed.</p>',
    status: 'publish',
  }
  await stage.rest('POST', '/pages', page)
  foreignPage = await pageOf(foreignGtin, 'en-gb')
})
afterAll(() => stage?.close())

test('the first run creates a page for each of 30 products in 4 languages', async () => {
  expect(await sync()).toMatchObject({ exitCode: 0, state: 'done', records: 120, created: 120, failed: 0 })
})

test('every page exists once, published below the page of its language, with the slug and name of its record', async () => {
  const pages = await expectEveryPageOnce()
  const parents = new Map(pages.map(({ slug, id }) => [slug, id]))
  for (const gtin of gtins) {
    for (const language of languages) {
      const page = pages.find(({ slug }) => slug === slugOf(gtin, language))
      expect(page).toMatchObject({ status: 'publish', parent: parents.get(language) })
      expect(textOf(page?.title ?? '')).toBe(textOfPlain((await stage.fetchProduct(gtin, language)).name))
    }
  }
})

test('each page is visible at its public URL, with the name and the introduction of the product', async () => {
  const records = gtins.flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  const urls = records.map(({ gtin, language }) => addressOf(gtin, language))
  for (const [index, { url, status, text }] of (await visitAll(urls)).entries()) {
    const { gtin = '', language = '' } = records[index] ?? {}
    const { name, intro, item_number } = await stage.fetchProduct(gtin, language)
    expect({ url, status }).toEqual({ url, status: 200 })
    for (const said of [name, intro, item_number, gtin]) expect(text).toContain(textOfPlain(said ?? ''))
  }
})

test('every image and PDF is in the media library once, and every page has its featured image', async () => {
  const files = await expectFilesOnce(stage.site)
  expect(new Set(files.map(({ mime }) => mime))).toEqual(new Set(['image/png', 'application/pdf']))

  const images = new Set(files.filter(({ mime }) => mime.startsWith('image/')).map(({ id }) => id))
  const pages = (await stage.site.pages()).filter(({ slug }) => gtins.some((gtin) => slug.includes(gtin)))
  expect(pages.filter(({ thumbnail }) => !images.has(thumbnail))).toEqual([])
})

test('a second run writes nothing', async () => {
  const before = await stage.site.everyRow()
  const report = await sync()
  expect(report).toMatchObject({
    exitCode: 0,
    state: 'done',
    unchanged: 120,
    created: 0,
    updated: 0,
    retired: 0,
  })
  expect(report.requests).toMatchObject({ cmsBatches: 0, cmsOther: 0 })
  // The pages of the first run may be among the newest changes, which are read 100 per request. One request reads URLs.
  expect(report.requests.cmsReads).toBeLessThanOrEqual(4)
  expect(await stage.site.everyRow()).toEqual(before)
})

test('a changed product updates only its page, with one batch', async () => {
  const [gtin = ''] = gtins
  const before = await stage.site.pages()
  await stage.partner.patchProduct(gtin, 'de-de', { advantages: '<p>Haftet auch nass.</p>' })

  const report = await sync()
  expect(report).toMatchObject({ exitCode: 0, created: 0, updated: 1, unchanged: 119 })
  // The other request reads whether our user may write scripts.
  expect(report.requests).toMatchObject({ cmsBatches: 1, cmsOther: 1 })
  // As above, plus the page, its attachments, and the check of the public page.
  expect(report.requests.cmsReads).toBeLessThanOrEqual(7)

  const changed = (await stage.site.pages()).filter((page, index) => page.content !== before[index]?.content)
  expect(changed).toMatchObject([{ slug: slugOf(gtin, 'de-de') }])
  const [visit] = await visitAll([addressOf(gtin, 'de-de')])
  expect(visit?.text).toContain('Haftet auch nass.')
})

test('content around the mirrored block stays byte for byte when a change is written inside', async () => {
  const [, gtin = ''] = gtins
  const above =
    '<p>Für  Händler:&nbsp;<b>10 %</b> &amp; C:\\neu\\"Liste" 🧱</p>\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\n\n'
  const below =
    '\n\n<!-- wp:html -->\n<div class=product-mirror data-x=\'{"a":"\\u0041"}\'>$1 $& </div >\n<!-- /wp:html -->\n \n'
  const page = await pageOf(gtin, 'fr-fr')
  await stage.rest('POST', `/pages/${page.id}`, { content: above + page.content + below })
  expect((await pageOf(gtin, 'fr-fr')).content).toBe(above + page.content + below)

  await stage.partner.patchProduct(gtin, 'fr-fr', { intro: 'Une introduction toute neuve.' })
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 1, kept: 0 })
  const { content } = await pageOf(gtin, 'fr-fr')
  const inside = content.slice(above.length, content.length - below.length)
  expect(content).toBe(above + inside + below)
  expect(inside).not.toBe(page.content)
  expect(inside).toContain('Une introduction toute neuve.')
})

test('an addition to the mirrored block stays, and the partner’s change next to it is written', async () => {
  const [, , gtin = ''] = gtins
  const page = await pageOf(gtin, 'it-it')
  const edited = page.content.replace('</div>\n<!-- /wp:group -->', `${paragraph('Aggiunto a mano.')}$&`)
  expect(edited).not.toBe(page.content)
  await stage.rest('POST', `/pages/${page.id}`, { content: edited })

  await stage.partner.patchProduct(gtin, 'it-it', { advantages: '<p>Cambiato dal partner.</p>' })
  // The pages of two more languages show the data sheet that the previous run replaced.
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 3, keptEdits: 1 })
  const { content } = await pageOf(gtin, 'it-it')
  expect(content).toContain('Cambiato dal partner.')
  expect(content).toContain('Aggiunto a mano.')
  await stage.partner.patchProduct(gtin, 'it-it', { name: 'Nome nuovo', price: 1 })
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 1, keptEdits: 1 })
  const renewed = await pageOf(gtin, 'it-it')
  expect(renewed.title).toBe('Nome nuovo')
  expect(renewed.content).toMatch(/1,00[\s\S]*Aggiunto a mano\./)
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 0, unchanged: 120 })
})

test('an editor’s page with the slug of a record is not changed, and is reported', async () => {
  await stage.setCatalog([...gtins, foreignGtin])
  const args = ['sync', '--gtin', foreignGtin, '--language', 'en-gb']
  const { code, stdout } = await stage.spawn(args).ended
  await stage.setCatalog(gtins)
  expect(code).toBe(3)
  expect(stdout).toContain(`${foreignGtin}/en-gb: page ${foreignPage.id} `)
  expect(await pageOf(foreignGtin, 'en-gb')).toEqual(foreignPage)
  await expectEveryPageOnce()
})

test('the pages of a product that left the catalogue become drafts', async () => {
  const before = await stage.site.pages()
  const gone = gtins[3] ?? ''
  await stage.setCatalog(gtins.filter((gtin) => gtin !== gone))
  expect(await sync({ RETIRE_AFTER_MISSES: '1' })).toMatchObject({ exitCode: 0, retired: 4, unchanged: 116 })
  const expected = before.map((page) => ({
    id: page.id,
    status: page.slug.includes(gone) ? 'draft' : 'publish',
  }))
  expect(await stage.site.pages()).toMatchObject(expected)
})

test('the same pages are published again when a product returns to the catalogue', async () => {
  const before = await stage.site.pages()
  await stage.setCatalog(gtins)
  expect(await sync()).toMatchObject({ exitCode: 0, restored: 4, created: 0, unchanged: 116 })
  const expected = before.map(({ id, slug }) => ({ id, slug, status: 'publish' }))
  expect(await stage.site.pages()).toMatchObject(expected)
})

test('lost responses to an upload and two batches do not create duplicate pages or files', async () => {
  mirrored = [...mirrored, laterLanguages[0]]
  const lost = [
    stage.proxy.after(batchRoute, 1, ({ drop }) => drop()), // the parent page
    stage.proxy.after(mediaRoute, 5, ({ drop }) => drop()),
    stage.proxy.after(batchRoute, 2, ({ drop }) => drop()), // the first 25 pages
  ]
  // A new language changes the links on every page, which a guard would hold.
  expect(await sync(inOrder, '--approve')).toMatchObject({
    exitCode: 0,
    state: 'done',
    created: 30,
    updated: 120, // each adds the link to the new language
    failed: 0,
  })
  await Promise.all(lost)
  await expectEveryPageOnce()
  await expectFilesOnce(stage.site)
})

test('killing the process during uploads and writes does not create duplicate pages or files', async () => {
  mirrored = [...mirrored, laterLanguages[1]]
  const before = await stage.site.attachments()
  await killAfter(mediaRoute, 8)
  expect((await stage.site.attachments()).length).toBeGreaterThan(before.length)
  await killAfter(batchRoute, 1)
  await expect.poll(async () => (await stage.site.pages()).length, { timeout: 5000 }).toBeGreaterThan(170)

  const report = await sync({}, '--approve')
  expect(report).toMatchObject({ exitCode: 0, state: 'done', records: 180, created: 30, failed: 0 })
  await expectEveryPageOnce()
  await expectFilesOnce(stage.site)
})

test('a run after all of this has nothing to do', async () => {
  const before = await stage.site.everyRow()
  expect(await sync()).toMatchObject({ exitCode: 0, state: 'done', unchanged: 180, created: 0, updated: 0 })
  expect(await stage.site.everyRow()).toEqual(before)
})

function sync(overrides: Record<string, string> = {}, ...options: string[]) {
  return stage.sync({ LANGUAGES: mirrored.join(','), ...overrides }, ...options)
}

/** Kills a run with SIGKILL when WordPress has received its nth request of a kind. */
async function killAfter(route: string, nth: number): Promise<void> {
  const { child, ended } = stage.spawn(['sync', '--json', '--approve'], {
    LANGUAGES: mirrored.join(','),
    ...inOrder,
  })
  await Promise.race([stage.proxy.after(route, nth, () => child.kill('SIGKILL')), ended])
  expect(await ended).toMatchObject({ stdout: '' })
  expect(child.signalCode).toBe('SIGKILL')
}

/** The pages of the mirror, one per record, and the editor's own. */
function expectEveryPageOnce(): Promise<PageRow[]> {
  const records = gtins.flatMap((gtin) => mirrored.map((language) => slugOf(gtin, language)))
  return expectPagesOnce(stage.site, mirrored, [...records, slugOf(foreignGtin, 'en-gb')])
}

function pageOf(gtin: string, language: string): Promise<PageRow> {
  return stage.site.pageAt(slugOf(gtin, language))
}

function addressOf(gtin: string, language: string): string {
  return `${stage.engine.siteUrl}/products/${language}/${slugOf(gtin, language)}/`
}

function slugOf(gtin: string, language: string): string {
  return `gtin-${gtin}-${language}`
}

function paragraph(text: string): string {
  return `\n\n<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
}

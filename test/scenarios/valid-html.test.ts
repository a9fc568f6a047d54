import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTemplates, templateNames } from '../../config/templates.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { writeListings } from '../../src/sync/finish/write-listings.ts'
import { countElements, findHtmlFaults } from '../helpers/content/html-faults.ts'
import { editedByHand } from '../helpers/content/edited-by-hand.ts'
import { longListing } from '../helpers/content/long-listing.ts'
import { oddProducts } from '../helpers/content/odd-products.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'
import { go, sync } from '../helpers/sync/sync-run.ts'

const languages = ['de-de', 'en-gb', 'ar-ae']
const gtins = 6
const products = gtins * languages.length
const odd = Object.fromEntries(oddProducts)
const everything = {
  units: { length: 'm', width: 'm', height: 'm', area: 'm²', joint: 'mm', weight: 'kg' },
  imagePlace: 'hero',
  banner: 'show',
  familyBy: 'erp_id',
  brand: 'Acme "Pro" & Co <1>',
} as const

/** The partner's next version of every product. */
const changed = {
  price: '987.65',
  application: '<p>Neu</p><table><tr><td>a</td><td>b</td></tr></table><ul><li>c</li></ul>',
}

let stage: Stage
let home: string

beforeAll(async () => {
  stage = await openStage({ gtins, languages: languages.join(',') })
  home = new URL(stage.mock.cmsRoot).origin
})
afterAll(() => stage?.close())

/** The documents that visitors get, by path. */
async function visitAll(paths: readonly string[] = []): Promise<Map<string, string>> {
  const published = (await stage.editor.pages()).filter(({ status }) => status === 'publish')
  const documents = new Map<string, string>()
  for (const path of [...paths, ...published.map(({ link }) => new URL(link).pathname)])
    documents.set(path, await (await fetch(home + path)).text())
  return documents
}

/** The documents with errors, by path. */
function faultsOf(documents: ReadonlyMap<string, string>): Record<string, string[]> {
  const faults = Array.from(documents, ([path, html]) => [path, findHtmlFaults(html)] as const)
  return Object.fromEntries(faults.filter(([, found]) => found.length > 0))
}

/** The number of elements with each class in all documents. */
function count(documents: ReadonlyMap<string, string>, classes: readonly string[]): Record<string, number> {
  const all = [...documents.values()]
  const sum = (name: string) => all.reduce((total, html) => total + countElements(html, name), 0)
  return Object.fromEntries(classes.map((name) => [name, sum(name)]))
}

async function run(mirror: Mirror) {
  const { run: ended, outcomes } = await sync(mirror, { media: true })
  await mirror.listings.markComplete()
  await writeListings(mirror, ended.id, go)
  expect([...outcomes.values()].filter(({ result }) => result === 'failed')).toEqual([])
  return ended
}

describe.each(templateNames)('the bundled site with the template %s is valid HTML', (name) => {
  let mirror: Mirror

  beforeAll(async () => {
    const [, sized = '', bare = '', unclean = '', quoted = '', tables = ''] = stage.gtins
    const { mock } = stage
    await mock.patchProduct(sized, '*', { ...odd['links and headings'], erp_id: 'family' })
    await mock.patchProduct(tables, '*', { ...odd['tables'], erp_id: 'family' })
    await mock.patchProduct(tables, 'ar-ae', odd['words from right to left'] ?? {})
    await mock.patchProduct(bare, '*', odd['nearly nothing'] ?? {})
    await mock.patchProduct(unclean, '*', { ...odd['unclean markup'], ...odd['nested lists'] })
    await mock.patchProduct(quoted, '*', odd['entities and quotes'] ?? {})
    const policy = { maxUpdateShare: 1, maxRetireShare: 1, retireTo: 'notice', retireAfterMisses: 1 } as const
    mirror = stage.openMirror({ familyBy: 'erp_id', policy })
    mirror.renderer = createRenderer({ ...(await readTemplates(undefined, name)), ...everything })
    await run(mirror)
  })
  afterAll(() => stage.tidy())

  test('with all types of products, listings as cards, and pages of the site', async () => {
    const { id } = await stage.editor.create({ title: 'A & B', password: 'x', status: 'publish' })
    const [file] = await stage.editor.media()
    const documents = await visitAll(['/', '/nowhere/', `/?p=${id}`, `/?attachment_id=${file?.id}`])
    expect(documents.size).toBe(products + languages.length + 1 + 4 + 2)
    expect(faultsOf(documents)).toEqual({})
    const counts = count(documents, ['product-mirror', 'mirror-card', 'mirror-banner', 'mirror-size'])
    expect(counts).toMatchObject({
      'product-mirror': products + languages.length + 1,
      'mirror-card': products + languages.length,
    })
    expect(counts['mirror-banner'] === 0).toBe(name === 'compact')
    // Both sizes of the family link the other one.
    expect(counts['mirror-size']).toBeGreaterThanOrEqual(2 * languages.length)
  })

  test('after changes of the products were merged with edits of all pages', async () => {
    for (const { id, content } of await stage.editor.recordPages())
      await stage.editor.editAsColleague(id, { content: editedByHand(content.raw) })
    for (const gtin of stage.gtins) await stage.mock.patchProduct(gtin, '*', changed)
    const { counts } = await run(mirror)
    expect(counts).toMatchObject({ updated: products, failed: 0 })
    const documents = await visitAll()
    expect(faultsOf(documents)).toEqual({})
    const merged = [...documents.values()].filter((html) => html.includes('Von Hand') && html.includes('987'))
    // Nothing is edited on a page that has only a GTIN and a price.
    expect(merged.length).toBeGreaterThanOrEqual(products - languages.length)
  })

  test('with notices on retired products, a successor, and listings by group and by letter', async () => {
    const [gone = '', kept = ''] = stage.gtins
    for (const [at, gtin] of stage.gtins.entries())
      mirror.columns.set(gtin, { category: `Tapes > ${'ABCD'[at % 4]} "&"`, successor: kept })
    mirror.policy = { ...mirror.policy, listingGroup: { kind: 'column', column: 'category' } }
    await stage.mock.deleteProduct(gone)
    const { counts } = await run(mirror)
    expect(counts).toMatchObject({ retired: languages.length, failed: 0 })
    for (const language of languages)
      await stage.editor.create({ ...longListing(mirror.renderer, language), status: 'publish' })
    const documents = await visitAll()
    expect(faultsOf(documents)).toEqual({})
    expect(count(documents, ['mirror-notice', 'mirror-letters'])).toEqual({
      'mirror-notice': languages.length,
      // By letter, and by group.
      'mirror-letters': 2 * languages.length,
    })
  })
})

test.each([
  ['<p id="a">x</p><p id="a">y</p>', 'no-dup-id: Duplicate ID "a"'],
  ['<p>x<ul><li>y</li></ul>', 'no-implicit-close: Element <p> is implicitly closed by adjacent <ul>'],
  ['<h3>x</h3>', 'heading-level: Heading level can only increase by one, expected <h2> but got <h3>'],
  ['<a href="#a">x</a>', 'no element with the id of #a'],
  ['<a href="https://a.example/b c">x</a>', 'invalid URL "https://a.example/b c"'],
  ['<p lang="de_DE">x</p>', 'invalid language "de_DE"'],
  ['<img src="/a.png">', 'image without alternative text'],
])('the check reports %s', (markup, fault) => {
  const html = `<!doctype html>\n<html lang="en"><head><title>x</title></head><body><h1>x</h1><div class="a b">${markup}</div></body></html>`
  expect(findHtmlFaults(html, 'b')).toContainEqual(expect.stringMatching(`^${RegExp.escape(fault)}`))
  expect(findHtmlFaults(html, 'c')).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import { templateNames } from '../../config/templates.ts'
import { sameFacts } from '../../src/core/markup/visible-content.ts'
import { type Browser, openBrowser } from '../helpers/browser/browser.ts'
import { type BadBlock, type Editor, openEditor } from './editor-blocks.ts'
import { editedByHand } from '../helpers/content/edited-by-hand.ts'
import { oddProducts } from '../helpers/content/odd-products.ts'
import { renderSeeded } from './mirror/render-seeded.ts'
import type { PageRow } from './mirror/site.ts'
import { openStage, type Stage } from './mirror/stage.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'pl-pl', 'el-gr', 'ar']
const products = 200

/** The partner's next version of a product. */
const nextVersion = {
  price: '987.65',
  application: '<p>Neu</p><table><tr><td>a</td><td>b</td></tr></table><ul><li>c</li></ul>',
}

let stage: Stage
let browser: Browser
let editor: Editor
/** GTINs of the mirrored products: the unusual ones, and an ordinary one. */
let mirrored: string[]
let pages: PageRow[]

beforeAll(async () => {
  stage = await openStage({ gtins: products, languages })
  mirrored = (await stage.partner.gtins()).slice(0, oddProducts.length + 1)
  await stage.setCatalog(mirrored)
  for (const [at, [, fields]] of oddProducts.entries())
    await stage.partner.patchProduct(mirrored[at] ?? '', '*', fields)
  await stage.sync()
  pages = await stage.site.pages()
  browser = await openBrowser()
  editor = await openEditor(browser, stage.engine)
  // The content is parsed in the editor of this page; any page works.
  await editor.findBadBlocks(pages[0]?.id ?? 0)
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('pages of each language, the list of each and the root page show no warning when opened individually', async () => {
  const slugs = new Set(languages.map((language, at) => `gtin-${mirrored[at]}-${language}`))
  const rest = pages.filter(({ slug }) => slugs.has(slug) || !slug.startsWith('gtin-'))
  expect(rest).toHaveLength(2 * languages.length + 1)
  for (const { id, slug } of rest) {
    const bad = await editor.findBadBlocks(id)
    expect({ slug, bad, warnings: await editor.findWarnings() }).toEqual({ slug, bad: [], warnings: [] })
  }
})

test('every mirrored page, as WordPress stores it, is parsed without an error and saved unchanged', async () => {
  expect(pages).toHaveLength((mirrored.length + 1) * languages.length + 1)
  expect(await faultsOf(pages.map(({ slug, content }) => ({ name: slug, content })))).toEqual({})
})

test.each(templateNames)(
  `${products} products in ${languages.length} languages, with the template %s, are parsed without an error and saved unchanged`,
  async (template) => {
    const gtins = await stage.partner.gtins()
    const rendered = await renderSeeded(stage, { gtins, languages, template })
    expect(rendered).toHaveLength(products * languages.length)
    const contents = rendered.map(({ gtin, language, content }) => ({ name: `${gtin}/${language}`, content }))
    expect(await faultsOf(contents)).toEqual({})
  },
)

test.each(templateNames)(
  `the same pages, with the template %s, are parsed without an error after a change of the product was merged with edits`,
  async (template) => {
    const gtins = await stage.partner.gtins()
    const merging = { edit: (content: string) => hidden(editedByHand(content)), change: nextVersion }
    const rendered = await renderSeeded(stage, { gtins, languages, template }, merging)
    const contents = rendered.map(({ gtin, language, content }) => ({ name: `${gtin}/${language}`, content }))
    // A few products have only a GTIN and a price, where nothing is edited.
    const kept = contents.filter(({ content }) => content.includes('Von Hand'))
    expect(kept.length).toBeGreaterThan(0.95 * contents.length)
    const isHidden = ({ content }: { content: string }) => content.includes('hide-on-phone')
    expect(kept.filter((one) => !isHidden(one) && one.content.includes('<!-- wp:heading'))).toEqual([])
    expect(await faultsOf(contents)).toEqual({})
  },
)

test('pages with a merged product change after an edit are parsed without an error, too', async () => {
  const product = mirrored.at(-1) ?? ''
  const ours = pages.filter(({ slug }) => slug.startsWith(`gtin-${product}-`))
  for (const { id, content } of ours)
    await stage.rest('POST', `/pages/${id}`, { content: editedByHand(content) })
  await stage.partner.patchProduct(product, '*', nextVersion)
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: languages.length, failed: 0 })
  const ids = new Set(ours.map(({ id }) => id))
  const merged = (await stage.site.pages()).filter(({ id }) => ids.has(id))
  for (const { content } of merged) expect(content).toMatch(/Von Hand[\s\S]*987/)
  expect(await faultsOf(merged.map(({ slug, content }) => ({ name: slug, content })))).toEqual({})
})

/** Hides the last heading on phones. */
function hidden(content: string): string {
  const at = content.lastIndexOf('<!-- wp:heading')
  const hide = (text: string): string =>
    text
      .replace('"wp-block-heading"', '"wp-block-heading hide-on-phone"')
      .replace('class="wp-block-heading"', 'class="wp-block-heading hide-on-phone"')
  return at < 0 ? content : content.slice(0, at) + hide(content.slice(at))
}

/** The blocks that the editor would repair and the content that a save would change, by name. */
async function faultsOf(contents: readonly { name: string; content: string }[]) {
  const faults: Record<string, BadBlock[] | { changed: string }> = {}
  const readings = await editor.readContents(contents.map(({ content }) => content))
  for (const [at, { bad, saved }] of readings.entries()) {
    const { name = '', content = '' } = contents[at] ?? {}
    if (bad.length > 0) faults[name] = bad
    else if (!sameFacts(content, saved)) faults[name] = { changed: saved }
  }
  return faults
}

import { afterAll, beforeAll, expect, test } from 'vitest'

import { findAxeViolations } from '../helpers/browser/axe.ts'
import { type Browser, openBrowser } from '../helpers/browser/browser.ts'
import { lookAround } from './mirror/look.ts'
import { oddProducts } from '../helpers/content/odd-products.ts'
import type { PageRow } from './mirror/site.ts'
import { openStage, type Stage } from './mirror/stage.ts'
import { textOf } from './mirror/visitor.ts'

const languages = ['de-de', 'ar']
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)
const odd = Object.fromEntries(oddProducts)

let stage: Stage
let browser: Browser
let pages: PageRow[]

beforeAll(async () => {
  stage = await openStage({ gtins: 4, languages })
  const [, tables = '', unclean = '', bare = ''] = await stage.partner.gtins()
  const attributes = [{ name: longWord, norm: 'EN 13501-1', value: longWord }]
  const shown = [odd['tables'], odd['words from right to left'], { attributes, materials: [] }]
  await stage.partner.patchProduct(tables, '*', Object.assign({}, ...shown))
  await stage.partner.patchProduct(tables, 'de-de', { name: 'Band', ...odd['tables'] })
  await stage.partner.patchProduct(unclean, '*', { ...odd['unclean markup'], ...odd['nested lists'] })
  await stage.partner.patchProduct(bare, '*', odd['nearly nothing'] ?? {})
  await stage.setCatalog(await stage.partner.gtins())
  await stage.sync()
  pages = await stage.site.pages()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test.each([
  ['twentytwentythree', 1280],
  ['twentytwentythree', 390],
  ['twentytwentyone', 1280],
  ['twentytwentyone', 390],
])(
  'with the theme %s, %i wide, every page is complete, in order and without axe violations',
  async (theme, width) => {
    await stage.engine.dbQuery(
      `UPDATE wp_options SET option_value = '${theme}' WHERE option_name IN ('template', 'stylesheet')`,
    )
    const page = await browser.page({ width })
    const names = new Set(pages.map(({ title }) => textOf(title)))
    expect(pages).toHaveLength(4 * languages.length + languages.length + 1)
    for (const { id, slug, thumbnail } of pages) {
      await page.goto(`${stage.engine.siteUrl}/?page_id=${id}`)
      const { headings, pictures, ...look } = await page.evaluate(lookAround)
      expect({ slug, ...look }).toEqual({ slug, misaligned: [], cutOff: [], unsized: [], width })
      // An image that products share is stored once, under the name of the first one.
      expect(pictures.filter((alt) => !names.has(alt))).toEqual([])
      const shown = languages.includes(slug) ? imagesIn(slug) : thumbnail === 0 ? 0 : 1
      expect({ slug, pictures: pictures.length }).toEqual({ slug, pictures: shown })
      expect({ slug, faults: faultsOf(headings) }).toEqual({ slug, faults: [] })
      expect({ slug, violations: await findAxeViolations(page, 'main') }).toEqual({ slug, violations: [] })
    }
    await page.context().close()
  },
)

/** The number of products of a language that have an image, as its listing shows. */
function imagesIn(language: string): number {
  return pages.filter(({ slug, thumbnail }) => slug.endsWith(`-${language}`) && thumbnail !== 0).length
}

/** Empty headings, those after a skipped level, an h1 that is not first, and a first heading that is not h1. */
function faultsOf(headings: readonly string[]): string[] {
  const levels = headings.map((heading) => Number(heading[0]))
  return headings.filter((heading, at) => {
    const level = levels[at] ?? 0
    return heading.length < 3 || level > (levels[at - 1] ?? 0) + 1 || (level === 1) !== (at === 0)
  })
}

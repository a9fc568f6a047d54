import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTemplates, templateNames, type TemplateName } from '../../config/templates.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { editedByHand } from '../helpers/content/edited-by-hand.ts'
import { countElements, findHtmlFaults } from '../helpers/content/html-faults.ts'
import { longListing } from '../helpers/content/long-listing.ts'
import { oddProducts } from '../helpers/content/odd-products.ts'
import { openStage, type Stage } from './mirror/stage.ts'

const languages = ['de-de', 'en-gb', 'ar']
const gtins = 6
const products = gtins * languages.length
const themes = ['twentytwentythree', 'twentytwentyone']
const odd = Object.fromEntries(oddProducts)

const settings = {
  IMAGE_PLACE: 'hero',
  BANNER: 'show',
  FAMILY_BY: 'erp_id',
  BRAND: 'Acme "Pro" & Co <1>',
  NUMBERS_WITHOUT_UNIT: 'show',
  GUARD_MAX_UPDATE_SHARE: '1',
  GUARD_MAX_RETIRE_SHARE: '1',
  RETIRE_TO: 'notice',
  RETIRE_AFTER_MISSES: '1',
}

/** The partner's next version of every product, another one for each template. */
const changedFor = (template: TemplateName) => ({
  price: `987.${1 + templateNames.indexOf(template)}5`,
  application: '<p>Neu</p><table><tr><td>a</td><td>b</td></tr></table><ul><li>c</li></ul>',
})

let stage: Stage
let listed: readonly string[]

beforeAll(async () => {
  stage = await openStage({ gtins, languages })
  const { partner } = stage
  listed = await partner.gtins()
  const [, sized = '', bare = '', unclean = '', quoted = '', tables = ''] = listed
  await partner.patchProduct(sized, '*', { ...odd['links and headings'], erp_id: 'family' })
  await partner.patchProduct(tables, '*', { ...odd['tables'], erp_id: 'family' })
  await partner.patchProduct(tables, 'ar', odd['words from right to left'] ?? {})
  await partner.patchProduct(bare, '*', odd['nearly nothing'] ?? {})
  await partner.patchProduct(unclean, '*', { ...odd['unclean markup'], ...odd['nested lists'] })
  await partner.patchProduct(quoted, '*', odd['entities and quotes'] ?? {})
})
afterAll(() => stage?.close())

/** All public pages in each theme, and the errors of their mirrored blocks. */
async function visitAll() {
  const faults: Record<string, string[]> = {}
  const documents: string[] = []
  const pages = (await stage.site.pages()).filter(({ status }) => status === 'publish')
  for (const theme of themes) {
    await stage.engine.dbQuery(
      `UPDATE wp_options SET option_value = '${theme}' WHERE option_name IN ('template', 'stylesheet')`,
    )
    for (const { id, slug } of pages) {
      const html = await (await fetch(`${stage.engine.siteUrl}/?page_id=${id}`)).text()
      documents.push(html)
      const blocks = countElements(html, 'product-mirror')
      const found = blocks === 1 ? findHtmlFaults(html, 'product-mirror') : [`${blocks} mirrored blocks`]
      if (found.length > 0) faults[`${theme} ${slug}`] = found
    }
  }
  return { faults, documents }
}

describe.each(templateNames)(
  'mirrored blocks in WordPress with the template %s are valid HTML',
  (template) => {
    const sync = () => stage.sync({ ...settings, TEMPLATE: template })

    beforeAll(async () => {
      await stage.engine.reset()
      await stage.loseRedis()
      await stage.setCatalog([
        'gtin;category',
        ...listed.map((gtin, at) => `${gtin};${'ABCD'[at % 4]} & more`),
      ])
    })

    test('with all types of products, and listings as cards', async () => {
      expect(await sync()).toMatchObject({ exitCode: 0, created: products, failed: 0 })
      const { faults, documents } = await visitAll()
      expect(documents).toHaveLength(themes.length * (products + languages.length + 1))
      expect(faults).toEqual({})
    })

    test('after changes of the products were merged with edits of all pages', async () => {
      const pages = (await stage.site.pages()).filter(({ slug }) => slug.startsWith('gtin-'))
      for (const { id, content } of pages)
        await stage.rest('POST', `/pages/${id}`, { content: editedByHand(content) })
      for (const gtin of listed) await stage.partner.patchProduct(gtin, '*', changedFor(template))
      expect(await sync()).toMatchObject({ exitCode: 0, updated: products, failed: 0 })
      const { faults, documents } = await visitAll()
      const merged = documents.filter((html) => html.includes('Von Hand') && html.includes('987'))
      // Nothing is edited on a page that has only a GTIN and a price.
      expect(merged.length).toBeGreaterThanOrEqual(themes.length * (products - languages.length))
      expect(faults).toEqual({})
    })

    test('with notices on retired products, and listings by group and by letter', async () => {
      const [, ...rest] = listed
      await stage.setCatalog([
        'gtin;category;successor',
        ...rest.map((gtin, at) => `${gtin};${'ABCDE'[at]} & more;`),
      ])
      const { exitCode, retired } = await stage.sync({
        ...settings,
        TEMPLATE: template,
        LISTING_GROUP_BY: 'catalog.category',
      })
      expect({ exitCode, retired }).toEqual({
        exitCode: 0,
        retired: languages.length,
      })
      const renderer = createRenderer(await readTemplates())
      for (const language of languages) {
        const { title, content } = longListing(renderer, language)
        await stage.rest('POST', '/pages', { title, content, status: 'publish' })
      }
      const { faults, documents } = await visitAll()
      const count = (name: string) => documents.reduce((sum, html) => sum + countElements(html, name), 0)
      expect({ notices: count('mirror-notice'), jumps: count('mirror-letters') }).toEqual({
        notices: themes.length * languages.length,
        jumps: 2 * themes.length * languages.length,
      })
      expect(faults).toEqual({})
    })
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockOf } from '../../src/core/page/compose.ts'
import { sameFacts } from '../../src/core/markup/visible-content.ts'
import { readTemplates } from '../../config/templates.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { type Browser, openBrowser } from '../helpers/browser/browser.ts'
import { productOf } from '../helpers/content/records.ts'
import { type Editor, openEditor } from './editor-blocks.ts'
import { openStage, type Stage } from './mirror/stage.ts'
import { textOf } from './mirror/visitor.ts'

const language = 'de-de'
const macros = [
  '[gallery]',
  '[embed]http://127.0.0.1/x[/embed]',
  '[caption width="1"]x[/caption]',
  '[[audio]]',
]
/** WordPress's output for an embedded URL or a macro. */
const made =
  /<iframe|<blockquote|wp-embedded|wp-embed-|class="gallery|<figure class="wp-caption|<figcaption|<audio|\/embed\//

let stage: Stage
let browser: Browser
let editor: Editor
/** A URL that this site would embed. */
let address: string

beforeAll(async () => {
  stage = await openStage({ gtins: 3, languages: [language] })
  address = `${stage.engine.siteUrl}/?p=1`
  const [plain = '', marked = '', excerpt = ''] = await stage.partner.gtins()
  const words = macros.join(' ')
  const html = `${address}<p>${address}</p><ul><li>${address}</li><li>${words}</li></ul><h2>${words}</h2>`
  const entry = [{ name: words, value: address }]
  await stage.partner.patchProduct(plain, language, {
    name: address,
    intro: `${address}\n\n${address}\n${address}`,
  })
  await stage.partner.patchProduct(marked, language, { name: words, application: html, attributes: entry })
  await stage.partner.patchProduct(excerpt, language, { name: 'Band', intro: words, trade_unit: words })
  await stage.setCatalog([plain, marked, excerpt])
  await stage.sync()
  browser = await openBrowser()
  editor = await openEditor(browser, stage.engine)
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('WordPress embeds such a URL and runs such a macro on a page that an editor writes', async () => {
  const { link } = await stage.rest<{ link: string }>('POST', '/pages', {
    title: 'Probe',
    status: 'publish',
    content: `<!-- wp:paragraph -->\n<p>${address}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>[embed]${address}[/embed] [audio src="a.mp3"]</p>\n<!-- /wp:paragraph -->`,
  })
  const shown = await (await fetch(link)).text()
  expect(contentOf(shown)).toMatch(made)
  expect(contentOf(shown)).not.toContain('[audio')
})

test.each(['twentytwentythree', 'twentytwentyone'])(
  'with the theme %s, URLs and macros of the partner are shown as text, before and after an editor saves',
  async (theme) => {
    await stage.engine.dbQuery(
      `UPDATE wp_options SET option_value = '${theme}' WHERE option_name IN ('template', 'stylesheet')`,
    )
    for (const round of ['as written', 'as saved']) {
      const pages = (await stage.site.pages()).filter(({ slug }) => slug.startsWith('gtin-'))
      expect(pages).toHaveLength(3)
      const texts = await Promise.all(
        pages.map(async ({ id }) => {
          const shown = contentOf(await (await fetch(`${stage.engine.siteUrl}/?page_id=${id}`)).text())
          expect([round, made.exec(shown)?.[0]]).toEqual([round, undefined])
          return textOf(shown)
        }),
      )
      for (const text of [address, '[gallery]', '[embed]', '[/embed]', '[caption width=', '[[audio]]'])
        expect(texts.join('\n')).toContain(text)
      for (const { id, content } of pages) {
        expect(await editor.findBadBlocks(id)).toEqual([])
        const [reading] = await editor.readContents([content])
        expect(sameFacts(reading?.saved ?? '', content)).toBe(true)
        await stage.rest('POST', `/pages/${id}`, { content: reading?.saved })
      }
    }
  },
)

test('a save without changes does not count as an edit, and the next sync writes nothing', async () => {
  expect(await stage.sync()).toMatchObject({ exitCode: 0, created: 0, updated: 0, failed: 0, held: 0 })
  const { code } = await stage.spawn(['verify', '--json']).ended
  expect(code).toBe(0)
})

test('a page in an older spelling does not count as edited either', async () => {
  const renderer = createRenderer(await readTemplates())
  const product = productOf({ intro: address, application: `<p>${macros.join(' ')}</p>` })
  const texts = renderer.render(product, () => undefined)
  const older = texts.inner.replaceAll('<span>[</span>', '&#91;').replace(`<span>${address}</span>`, address)
  expect(older).not.toBe(texts.inner)
  expect(sameFacts(older, texts.inner)).toBe(true)
  expect(blockOf(product, { ...texts, inner: older })).toContain(blockOf(product, texts).slice(0, 200))
})

/** The page without the theme's markup around it. */
function contentOf(html: string): string {
  const start = html.indexOf('<main')
  return html.slice(start, html.indexOf('</main>', start))
}

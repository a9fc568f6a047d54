import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { factsOf, sameFacts, sameText } from '../../../src/core/markup/visible-content.ts'
import { paragraph } from '../../../src/core/markup/blocks.ts'
import { escapeAttribute, escapeText, escapeTitle, shielded } from '../../../src/core/text/escape.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia } from '../../../src/core/render/template/sample.ts'

/** The addresses that WordPress replaces in a page: one alone on a line, or alone in a paragraph (class-wp-embed.php). */
const embeds = [/^\s*https?:\/\/[^\s<>"]+\s*$/im, /<p(?: [^>]*)?>\s*https?:\/\/[^\s<>"]+\s*<\/p>/i]
const macro = /\[[[/]*[a-z_]/i

const lone = [
  'https://video.example/watch?v=1&t=2',
  '  HTTP://video.example/a  ',
  'https://video.example/[gallery]',
  'https://video.example/a\u2003b',
]

describe('an address alone in a text stays text', () => {
  test.each(lone)('%j', (text) => {
    const block = paragraph(text)
    for (const pattern of embeds) expect(block).not.toMatch(pattern)
    expect(factsOf(block).filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', value: text.trim().replace('\u2003', ' ') },
    ])
  })

  test('and reads the same as one that the engine would replace', () => {
    const bare = '<!-- wp:paragraph -->\n<p>https://video.example/a</p>\n<!-- /wp:paragraph -->'
    expect(paragraph('https://video.example/a')).not.toBe(bare)
    expect(sameFacts(paragraph('https://video.example/a'), bare)).toBe(true)
  })

  test('even with a class, and in a page that contains nothing else', async () => {
    expect(paragraph('https://a.example/', 'x')).toContain('<p class="x"><span>https://a.example/</span></p>')
    const address = 'https://video.example/a'
    const html = `${address}<p>${address}</p><ul><li>${address}</li></ul><div>\n${address}\n</div>`
    const texts = {
      name: address,
      intro: `${address}\n\n${address}\nmore`,
      application: html,
      advantages: html,
      substrate: `<table><tr><td>${address}</td></tr></table>`,
      attributes: [{ name: address, norm: '', value: address }],
    }
    for (const language of ['de', 'ar']) {
      const renderer = createRenderer(await readTemplates())
      const { inner } = renderer.render({ ...fullProduct, ...texts, language }, sampleMedia)
      for (const pattern of embeds) expect(inner).not.toMatch(pattern)
    }
  })

  test.each([
    'see https://a.example/',
    'https://a.example/ and more',
    'https://',
    '//a.example/',
    'ftp://a/',
  ])('any other text is spelled as before: %s', (text) => {
    expect(paragraph(text)).toContain(`<p>${text}</p>`)
  })
})

describe('a possible macro stays text', () => {
  test.each([
    ['[gallery ids="1"]', '&#91;gallery ids="1"]'],
    ['[[a] [/b] [1] [ ] a/b', '&#91;&#91;a] &#91;/b] [1] [ ] a/b'],
    ['[//[x', '&#91;//&#91;x'],
  ])('in a title: %s', (text, title) => {
    expect(escapeTitle(text)).toBe(title)
    expect(sameText(escapeTitle(text), text)).toBe(true)
    expect(escapeAttribute(text)).toBe(title.replaceAll('"', '&quot;'))
  })

  test('in any place, and repeated escaping changes nothing', () => {
    const text = fc
      .array(fc.constantFrom('[', '/', 'a', '_', '1', ' ', '<', '"', '&', '\\'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, (any) => {
        for (const html of [escapeText(any), escapeTitle(any), escapeAttribute(any)])
          expect(html).not.toMatch(macro)
        expect(shielded(escapeText(any))).toBe(escapeText(any))
        expect(sameFacts(escapeText(any), any.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))).toBe(true)
      }),
    )
  })
})

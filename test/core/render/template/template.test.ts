import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../../config/templates.ts'
import { findMarked, innerOf } from '../../../../src/core/markup/find-block.ts'
import { labelsFor } from '../../../../src/core/render/locale/labels.ts'
import { parentMarks } from '../../../../src/core/render/parent.ts'
import { createRenderer } from '../../../../src/core/render/renderer.ts'
import { bareProduct, sampleMedia, sampleProducts } from '../../../../src/core/render/template/sample.ts'
import { ConfigError } from '../../../../src/lib/errors.ts'
import { withPicture } from '../../../helpers/content/picture-template.ts'

const { template, labels } = await readTemplates()
const renderer = createRenderer({ template, labels })
const withTemplate = (text: string) => createRenderer({ template: { file: 'page.eta', text }, labels })

describe('a template', () => {
  it('may be laid out freely: blocks are separated as the editors do it', () => {
    const { inner } = withTemplate(
      '\n\n  <!-- wp:spacer /-->   <% if (it.facts.length > 0) { %>\n<%~ it.blocks.paragraph("x") %><% } %>\n\n\n',
    ).render(bareProduct, sampleMedia)
    expect(inner).toBe('<!-- wp:spacer /-->\n\n<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->')
  })

  it('escapes its output, in attributes too', () => {
    const text =
      '<!-- wp:html --><b title="<%= it.product.name %>"><%= it.product.name %></b><!-- /wp:html -->'
    const { inner } = withTemplate(text).render({ ...bareProduct, name: '"><script>&' }, sampleMedia)
    const escaped = '&quot;&gt;&lt;script&gt;&amp;'
    expect(inner).toBe(`<!-- wp:html --><b title="${escaped}">${escaped}</b><!-- /wp:html -->`)
  })

  it('may print numbers', () => {
    const text = '<!-- wp:html --><%= it.facts.length + 0.5 %><!-- /wp:html -->'
    expect(withTemplate(text).render(bareProduct, sampleMedia).inner).toBe(
      '<!-- wp:html -->1.5<!-- /wp:html -->',
    )
  })

  it('may lay out buttons', () => {
    const links = '[{ url: "https://a/?b=1&c", text: "R&D" }, { url: "https://d/", text: "E" }]'
    const { inner } = withTemplate(`<%~ it.blocks.buttons(${links}) %>`).render(bareProduct, sampleMedia)
    const button = (url: string, text: string) =>
      '<!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" ' +
      `href="${url}">${text}</a></div>\n<!-- /wp:button -->`
    expect(inner).toBe(
      '<!-- wp:buttons -->\n<div class="wp-block-buttons">' +
        `${button('https://a/?b=1&amp;c', 'R&amp;D')}\n\n${button('https://d/', 'E')}` +
        '</div>\n<!-- /wp:buttons -->',
    )
  })

  it('may give a table a head', () => {
    const text = '<%~ it.blocks.textTable([["E", "<1>"]], ["Class", "Value"]) %>'
    const th = (scope: string) => `<th class="has-text-align-left" data-align="left" scope="${scope}">`
    expect(withTemplate(text).render(bareProduct, sampleMedia).inner).toContain(
      `<table class="has-fixed-layout"><thead><tr>${th('col')}Class</th>${th('col')}Value</th></tr></thead><tbody><tr>${th('row')}E</th><td>&lt;1&gt;</td></tr></tbody></table>`,
    )
  })

  it('may show the image in the block, for a theme that shows no featured image', () => {
    const shown = createRenderer(withPicture({ template, labels, units: {} }))
    const product = { ...bareProduct, name: 'A "B" <c>\\', image: 'https://p/a.jpg' }
    const markup = (url: string, size: string) =>
      `<!-- wp:image {"id":7,"sizeSlug":"${size}","linkDestination":"none"} -->\n<figure class="wp-block-image size-${size}"><img src="${url}" alt="A &quot;B&quot; &lt;c&gt;&#92;" class="wp-image-7"/></figure>\n<!-- /wp:image -->`
    expect(shown.render(product, sampleMedia).inner).toContain(
      markup('https://cms.example/image.jpg-large', 'large'),
    )
    const { large: _, ...small } = sampleMedia('a.jpg')
    expect(shown.render(product, () => small).inner).toContain(
      markup('https://cms.example/image.jpg', 'full'),
    )
  })

  it.each([
    [
      'a picture and no file',
      '<% if (it.image) { %>\n<%~ it.blocks.paragraph(it.downloads[0].title) %><% } %>',
    ],
    [
      'files and no picture',
      '<% if (it.downloads.length === 3) { %>\n<%~ it.blocks.image(it.image) %><% } %>',
    ],
  ])('that fails for a product with %s is refused at the start too', (_, text) => {
    expect(() => withTemplate(text)).toThrow('Template page.eta:2: ')
  })

  it.each([
    ['bad syntax', 'x\n<% if (x { %>\n', "page.eta:2: Unexpected token '{'"],
    [
      'bad syntax in a tag of many lines',
      '<%\nconst a = 1\nconst b b\n%>',
      'page.eta:3: Missing initializer',
    ],
    ['a missing }', '\n<% if (it.image) { %>\nx\n<% for (;;) { %>\n\n', 'page.eta:4: a { is never closed'],
    ['a } too many', '<%= 1 %>\n<% } %>\n', 'page.eta:2: a } closes nothing'],
    ['an open tag', '\n<%= it.x', 'page.eta:2:1: unclosed tag'],
    ['an open string', "\n\n<%= 'x %>", 'page.eta:3:5: unclosed string'],
    ['a misspelt field', '\n<%= it.titel %>', 'page.eta:2: prints undefined'],
    ['a misspelt label', '\n\n<%~ it.blocks.heading(2, it.labels.advantage) %>', 'page.eta:3: '],
    ['a misspelt function', '<%~ it.blocks.para("x") %>', 'page.eta:1: it.blocks.para is not a function'],
    ['a printed object', '<%= it.product %>', 'page.eta:1: prints a value of type object'],
    ['text outside of a block', '\n<p>x</p>', 'page.eta:2: text outside of a block: "<p>x</p>"'],
    [
      'data outside of a block',
      '\n<%~ it.product.gtin %>',
      'page.eta: text outside of a block: "4006381333931"',
    ],
    ['a printed yes or no', '\n\n<%= it.facts.length > 0 %>', 'page.eta:3: prints a value of type boolean'],
    ['a fault of its own', '\n<% throw new Error("no image") %>', 'page.eta:2: no image'],
    ['a block left open', '\n\n<!-- wp:html -->x', 'page.eta:3: <!-- wp:html --> is never closed'],
    ['crossed blocks', '<!-- wp:a -->\n<!-- /wp:b -->', 'page.eta:2: <!-- /wp:b --> closes nothing'],
    ['a block of its own mark', '<!-- /wp:group -->', 'page.eta:1: <!-- /wp:group --> closes nothing'],
  ])('with %s is refused at the start, with file and line', (_, text, message) => {
    expect(() => withTemplate(text)).toThrow(ConfigError)
    expect(() => withTemplate(text)).toThrow(`Template ${message}`)
  })
})

describe('the digest', () => {
  it('changes with the template and with any label, not with the place of the files', () => {
    const moved = createRenderer({ template: { ...template, file: '/elsewhere/page.eta' }, labels })
    const relabelled = { ...labels, sv: { ...labelsFor('sv', labels), joint: 'Fog' } }
    const digests = [
      moved.digest,
      createRenderer({ template: { ...template, text: `${template.text}\n` }, labels }).digest,
      createRenderer({ template, labels: relabelled }).digest,
    ]
    expect(digests.map((digest) => digest === renderer.digest)).toEqual([true, false, false])
    const measured = createRenderer({ template, labels, units: { length: 'm' } })
    expect(measured.digest).not.toBe(renderer.digest)
  })
})

describe('the samples that a template is tried on', () => {
  it('have each field once alone and once missing', () => {
    const fields = Object.keys(bareProduct).length - 3
    expect(sampleProducts).toHaveLength(2 * fields)
  })
})

describe('a parent page', () => {
  it.each([
    ['de-at', 'Deutsch (Österreich)', 'Alle Produkte in dieser Sprache.'],
    ['fr-ch', 'Français (Suisse)', 'Tous les produits dans cette langue.'],
    ['ja-jp', '日本語 (日本)', 'All products in this language.'],
    ['xx-yy', 'Xx-yy', 'All products in this language.'],
  ])('of %s has the language’s native name and a separate block', (language, title, text) => {
    const parent = { kind: 'language', language } as const
    const texts = renderer.renderParent(parent)
    expect(texts.title).toBe(title)
    expect(texts.inner).toMatch(new RegExp(`<p class="mirror-says-[\\w-]{16}">${RegExp.escape(text)}</p>`))
    const found = findMarked(texts.content, parentMarks(parent))
    expect(found.state === 'ok' && innerOf(texts.content, found)).toBe(texts.inner)
  })

  it('at the root is named for the products', () => {
    expect(renderer.renderParent({ kind: 'root' })).toMatchObject({ title: 'Products' })
  })
})

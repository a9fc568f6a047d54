import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTemplates } from '../../config/templates.ts'
import { findMarked, innerOf } from '../../src/core/block/find.ts'
import { createFormat } from '../../src/core/render/format.ts'
import { labelsFor } from '../../src/core/render/labels.ts'
import { parentMarks } from '../../src/core/render/parent.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { bareProduct, fullProduct, sampleMedia } from '../../src/core/render/sample.ts'
import { ConfigError } from '../../src/lib/errors.ts'

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

  it('escapes what it prints, in attributes too', () => {
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
  })
})

describe('labels', () => {
  it.each([
    ['de-at', 'Vorteile'],
    ['de', 'Vorteile'],
    ['fr-ch', 'Avantages'],
    ['ja-jp', 'Advantages'],
    ['constructor', 'Advantages'],
  ])('of %s are in the nearest language that is there', (language, word) => {
    expect(labelsFor(language, labels).advantages).toBe(word)
  })

  it('of a region go before those of its language', () => {
    const austrian = { ...labelsFor('de', labels), advantages: 'Vurteile' }
    expect(labelsFor('de-at', { ...labels, 'de-at': austrian }).advantages).toBe('Vurteile')
  })

  it('are missing loudly where there is no English', () => {
    expect(() => labelsFor('ja', {})).toThrow('no labels for ja and none in English')
  })

  it('are complete in ten languages', () => {
    expect(Object.keys(labels)).toEqual(['cs', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv'])
  })
})

describe('numbers', () => {
  it('are written in English for a language that no data is there for, wherever this runs', () => {
    for (const language of ['xx-yy', 'not a language!']) {
      expect(createFormat(language).number('1234.5')).toBe('1,234.5')
    }
  })

  it('keep all of their digits', () => {
    expect(createFormat('en').number('123456789012345678.25')).toBe('123,456,789,012,345,678.25')
  })

  it.each(['about 5', '', '1,5', '5 m'])('are what can be read as one: %j stays as it is', (text) => {
    expect(createFormat('de').number(text)).toBe(text)
    expect(createFormat('de').euro(text)).toBe(text)
  })

  it('of bytes are rounded to what a reader wants to know', () => {
    const format = createFormat('fr-fr')
    expect(
      [1, 1_499, 999_400, 1_250_000, 40_000_000].map((bytes) =>
        format.fileSize(bytes).replaceAll(/\s/g, ' '),
      ),
    ).toEqual(['1 ko', '1 ko', '999 ko', '1,3 Mo', '40 Mo'])
  })
})

describe('a parent page', () => {
  it.each([
    ['de-at', 'Deutsch (Österreich)', 'Alle Produkte in dieser Sprache.'],
    ['fr-ch', 'Français (Suisse)', 'Tous les produits dans cette langue.'],
    ['ja-jp', '日本語 (日本)', 'All products in this language.'],
    ['xx-yy', 'Xx-yy', 'All products in this language.'],
  ])('of %s has the language’s own name and a block of its own', (language, title, text) => {
    const parent = { kind: 'language', language } as const
    const texts = renderer.renderParent(parent)
    expect(texts.title).toBe(title)
    expect(texts.inner).toContain(`<p>${text}</p>`)
    const found = findMarked(texts.content, parentMarks(parent))
    expect(found.state === 'ok' && innerOf(texts.content, found)).toBe(texts.inner)
  })

  it('at the root is named for the products', () => {
    expect(renderer.renderParent({ kind: 'root' })).toMatchObject({ title: 'Products' })
  })
})

describe('template and label files', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'templates-'))
    await cp(template.file, join(folder, 'page.eta'))
    await cp('config/labels', join(folder, 'labels'), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('may stand in a folder of one’s own', async () => {
    const own = await readTemplates(folder)
    expect(own.template.file).toBe(join(folder, 'page.eta'))
    expect(createRenderer(own).render(fullProduct, sampleMedia)).toEqual(
      renderer.render(fullProduct, sampleMedia),
    )
  })

  it('are refused with all their faults, each with its file', async () => {
    const { advantages: _, ...incomplete } = labelsFor('de', labels)
    await writeFile(
      join(folder, 'labels/de.json'),
      JSON.stringify({ ...incomplete, joint: '', colour: 'Farbe' }),
    )
    await writeFile(join(folder, 'labels/fr.json'), '{')
    await rm(join(folder, 'labels/en.json'))
    const message = await readTemplates(folder).catch((error: Error) => error.message)
    for (const fault of [
      'de.json: advantages: ',
      'de.json: joint: ',
      'de.json: ',
      'colour',
      'fr.json: ',
      'en.json: missing',
    ]) {
      expect(message).toContain(fault)
    }
  })

  it('that are not there are named', async () => {
    await expect(readTemplates(join(folder, 'nowhere'))).rejects.toThrow(
      /nowhere\/(page\.eta|labels) cannot be read/,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { factsOf } from '../../../src/core/markup/visible-content.ts'
import { linkList } from '../../../src/core/markup/blocks.ts'
import { isRightToLeft, toRightToLeft } from '../../../src/core/render/direction.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { bareProduct, fullProduct, sampleMedia } from '../../../src/core/render/template/sample.ts'

const { template, labels } = await readTemplates()
const renderer = createRenderer({ template, labels })
const arabic = { ...fullProduct, language: 'ar-eg' }

describe('a language', () => {
  it.each(['ar', 'ar-eg', 'he-il', 'fa-ir', 'ur', 'yi'])('%s is written from right to left', (language) => {
    expect(isRightToLeft(language)).toBe(true)
  })
  it.each(['de-at', 'en', 'uz', 'az-latn', 'xx-yy', 'not a language!'])('%s is not', (language) => {
    expect(isRightToLeft(language)).toBe(false)
  })
})

describe('the page of a product in a language that is written from right to left', () => {
  const { inner } = renderer.render(arabic, sampleMedia)

  it('is one HTML block with a direction, followed by its JSON-LD, because lists and tables cannot have their own', () => {
    expect(inner).toMatch(
      /^<!-- wp:html -->\n<div dir="rtl" lang="ar-eg" style="text-align:right"><p style="margin:1em 0">/,
    )
    expect(inner).toMatch(
      /<\/div>\n<!-- \/wp:html -->\n\n<!-- wp:html -->\n<script[^<]*<\/script>\n<!-- \/wp:html -->$/,
    )
    expect(inner.match(/wp:/g)).toHaveLength(4)
  })

  it('has its headers on the side where reading starts, tables with lines, and values in their own order', () => {
    expect(inner).toContain(
      '<table style="border-collapse:collapse;width:100%;table-layout:fixed"><tbody><tr><th dir="auto" style="border:1px solid;padding:0.5em;word-break:break-word;text-align:right" scope="row">رقم الصنف</th><td dir="auto" style="border:1px solid;padding:0.5em;word-break:break-word;text-align:right">10-1</td></tr>',
    )
    expect(inner).not.toContain('data-align')
    const wide = `<table><tr>${'<td>1</td>'.repeat(5)}</tr></table>`
    expect(renderer.render({ ...arabic, substrate: wide }, sampleMedia).inner).toContain(
      '<figure class="wp-block-table" style="margin:1em 0;overflow:auto" tabindex="0"><table style="border-collapse:collapse;width:100%"><tbody><tr><td dir="auto" style="border:1px solid;padding:0.5em;text-align:right">1</td>',
    )
  })

  it('shows the notes of a document in the order of reading', () => {
    const note = (of: string) =>
      of
        .split(', ')
        .map((part) => `<span dir="auto">${part}</span>`)
        .join(', ')
    const [shown = ''] = /<br>(<span dir="auto">.*?)<\/p>/.exec(inner)?.slice(1) ?? []
    expect(shown.replaceAll(/<[^>]*>/g, '').split(', ')).toHaveLength(3)
    expect(shown).toBe(note(shown.replaceAll(/<[^>]*>/g, '')))
    expect(
      toRightToLeft([linkList([{ url: '/a', title: 'Blatt', note: 'PDF, 1 MB' }])], 'ar').join(),
    ).toContain('<li><a href="/a">Blatt</a> (<span dir="auto">PDF</span>, <span dir="auto">1 MB</span>)</li>')
  })

  it('leaves room for list markers on the right, unlike themes for other languages', () => {
    const list = '<ul class="wp-block-list" style="margin:0.5em 0;padding-left:0;padding-right:2em">'
    expect(inner).toContain(`${list}<li>Sticks${list}<li>on wood</li>`)
    expect(inner).toContain('<h2 class="wp-block-heading" style="margin:1.5em 0 0.5em">')
  })

  it('has columns that are next to each other if there is room, without the style sheet of the block', () => {
    const { inner: shown } = createRenderer({ template, labels, imagePlace: 'hero' }).render(
      arabic,
      sampleMedia,
    )
    const [columns, column] = ['display:flex;flex-wrap:wrap;gap:1em 2em;margin:1em 0', 'min-width:0']
    expect(shown).toContain(
      `<div class="wp-block-columns mirror-hero" style="${columns}"><div class="wp-block-column mirror-hero-image" style="flex:1 1 12em;${column}"><figure`,
    )
    expect(shown).toContain(
      `<div class="wp-block-column mirror-hero-text" style="flex:2 1 18em;${column}"><p`,
    )
  })

  it('has the same text as its blocks would have', () => {
    const wordless = createRenderer({
      template,
      labels: { ...labels, xx: labels['ar'] ?? {} },
    }).render({ ...fullProduct, language: 'xx' }, sampleMedia)
    const texts = (markup: string) =>
      factsOf(markup).flatMap(({ kind, value }) => (kind === 'text' && !/\p{Nd}/u.test(value) ? [value] : []))
    expect(texts(inner)).toEqual(texts(wordless.inner))
    expect(texts(inner).length).toBeGreaterThan(20)
  })

  it('keeps blocks that the CMS fills', () => {
    const dynamic = '<!-- wp:latest-posts {"postsToShow":3} /-->'
    const paragraph = '<%~ it.blocks.paragraph("ا") %>'
    const render = (text: string) =>
      createRenderer({ template: { file: 'page.eta', text }, labels }).render(
        { ...bareProduct, language: 'ar' },
        sampleMedia,
      ).inner
    const line = '<p style="margin:1em 0">ا</p>'
    const html = (lines: string) =>
      `<!-- wp:html -->\n<div dir="rtl" lang="ar" style="text-align:right">${lines}</div>\n<!-- /wp:html -->`
    expect(render(`${paragraph}${paragraph}${dynamic}${paragraph}`)).toBe(
      [html(`${line}\n${line}`), dynamic, html(line)].join('\n\n'),
    )
    expect(render(dynamic)).toBe(dynamic)
    expect(render('')).toBe('')
  })
})

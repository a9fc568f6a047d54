import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import {
  bareProduct,
  fullProduct,
  sampleMedia,
  samplePages,
} from '../../../src/core/render/template/sample.ts'
import { toDocument, toMarkup, toText } from '../../../src/core/page/standalone.ts'

const templates = await readTemplates()
const renderer = createRenderer(templates)
const image = { url: 'https://cms.example/a.jpg?x=1&y=2', alt: 'A "tape"' }
const full = { key: fullProduct, texts: renderer.render(fullProduct, sampleMedia, samplePages), image }
const bare = { key: bareProduct, texts: renderer.render(bareProduct, sampleMedia) }

describe('a rendered page outside the CMS', () => {
  it('can be read in a terminal', () => {
    expect(toText(full)).toMatch(
      /^Sample tape 60 "wide" & <strong>\nExcerpt: First line .*\nImage: https:\S+ \(A "tape"\)\n\n\[https:\S+\] Deutsch \(Österreich\)\nFirst line\n[^]*\n\n## Properties\nFire class \(EN 13501-1\) \| E\n[^]*\n\n## Packaging\nTrade unit \| Roll\nPackaging unit \| Box, 10 × Roll\n/,
    )
    expect(toText({ ...bare, slug: 'band' })).toMatch(/^Bare\nSlug: band\n/)
    expect(toText(bare)).toMatch(/^Bare\n\nGTIN \| 4006381333931\n(?:\[JSON-LD\] \S+: .+\n)+$/)
  })

  it('can be seen in a browser', () => {
    const html = toDocument(full)
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<title>Sample tape 60 "wide" &amp; &lt;strong&gt;</title>')
    expect(html).toContain('<img src="https://cms.example/a.jpg?x=1&amp;y=2" alt="A &quot;tape&quot;">')
    expect(html).not.toContain('<!-- wp:')
    expect(toDocument(bare)).not.toContain('<img')
    expect(toDocument({ ...bare, key: { ...bare.key, language: 'ar' } })).toContain('lang="ar" dir="rtl"')
  })

  it('shows the image once in a browser', () => {
    const withHero = createRenderer({ ...templates, imagePlace: 'hero' })
    const texts = withHero.render(fullProduct, sampleMedia)
    expect(toDocument({ ...full, texts }).match(/<img/g)).toHaveLength(1)
    expect(toDocument({ ...full, texts: { ...texts, featuredMedia: 8 } }).match(/<img/g)).toHaveLength(2)
  })

  it('shows in a browser the page that visitors will see: without hidden blocks, and styled as it is written', () => {
    const texts = {
      ...full.texts,
      inner:
        '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>A</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph {"textColor":"red"} -->\n<p class="has-red-color">B</p>\n<!-- /wp:paragraph -->',
    }
    expect(toDocument({ ...full, texts })).not.toContain('<p>A</p>')
    expect(toDocument({ ...full, texts })).toContain('<p class="has-red-color">B</p>')
    expect(toText({ ...full, texts })).toMatch(/\nA {3}← hidden\nB\n$/)
  })

  it('can be had as it would be sent', () => {
    expect(toMarkup({ ...full, block: '<!-- its block -->' })).toBe('<!-- its block -->\n')
    expect(toMarkup(full)).toMatch(
      /^<!-- wp:group \{.*"product-mirror gtin-4006381333931 lang-en mirrored-v1-[0-9a-f]{32}"\} -->[^]*<!-- \/wp:group -->\n$/,
    )
  })
})

it('shows mapped fields in a terminal, with the partner’s value of a conflict', () => {
  const texts = { ...bare.texts, 'meta.price': 4.5, 'terms.tag': [3, 5] }
  const conflicts = [{ field: 'meta.price' as const, base: '4', theirs: '4.5', ours: '5' }]
  expect(toText({ ...bare, texts })).toContain('Bare\nmeta.price: 4.5\nterms.tag: 3, 5\n')
  expect(toText({ ...bare, texts, edits: { kept: ['terms.tag'], conflicts, fresh: texts.inner } })).toContain(
    'meta.price: 4.5   ← editor’s, stays: in conflict\n    partner: 5\nterms.tag: 3, 5   ← editor’s, stays\n',
  )
})

it('shows a featured image without a URL by its name, and what the editor did with it', () => {
  const names = new Map([['featuredMedia' as const, new Map([[44, 'roof.jpg']])]])
  const texts = { ...bare.texts, featuredMedia: 44 }
  expect(toText({ ...bare, texts })).toContain('\nImage: media 44\n')
  expect(toText({ ...bare, texts, names })).toContain('\nImage: roof.jpg (44)\n')
  const kept = { kept: ['featuredMedia' as const], conflicts: [], fresh: texts.inner }
  expect(toText({ ...bare, texts, names, edits: kept })).toContain(
    '\nImage: roof.jpg (44)   ← editor’s, stays\n',
  )
  const none = { ...bare.texts, featuredMedia: 0 }
  expect(toText({ ...bare, texts: none })).not.toContain('Image:')
  expect(toText({ ...bare, texts: none, edits: kept })).toContain('\nImage: none   ← editor’s, stays\n')
  const inConflict = (theirs: string, ours: string) => ({
    kept: [],
    conflicts: [{ field: 'featuredMedia' as const, base: '7', theirs, ours }],
    fresh: texts.inner,
  })
  expect(toText({ ...bare, texts: none, names, edits: inConflict('0', '44') })).toContain(
    '\nImage: none   ← editor’s, stays: in conflict\n    partner: roof.jpg (44)\n',
  )
  expect(toText({ ...bare, texts, names, edits: inConflict('44', '0') })).toContain(
    '\nImage: roof.jpg (44)   ← editor’s, stays: in conflict\n    partner: (removed)\n',
  )
})

it('shows the names of terms and files, and of those that a run would create', () => {
  const names = new Map([
    [
      'terms.tag' as const,
      new Map([
        [3, 'Tapes > Roof'],
        [-1, 'Films'],
      ]),
    ],
    ['acf.sheet' as const, new Map([[0, 'tape.pdf']])],
  ])
  const texts = { ...bare.texts, 'terms.tag': [3, -1, 5], 'acf.sheet': 0 }
  const conflicts = [{ field: 'terms.tag' as const, base: '', theirs: '5', ours: '3' }]
  expect(toText({ ...bare, texts, names, edits: { kept: [], conflicts, fresh: texts.inner } })).toContain(
    'acf.sheet: tape.pdf (new)\nterms.tag: Tapes > Roof (3), Films (new), 5   ← editor’s, stays: in conflict\n    partner: Tapes > Roof (3)\n',
  )
})

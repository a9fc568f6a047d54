import { plainLines } from '../../../src/core/markup/readable.ts'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { heading, paragraph } from '../../../src/core/markup/blocks.ts'
import { factsOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia, samplePages } from '../../../src/core/render/template/sample.ts'
import { earlierTemplate } from '../../helpers/content/earlier-template.ts'

const templates = await readTemplates()
const units = { length: 'm', width: 'm', height: 'm', area: 'm²', joint: 'mm', weight: 'kg' } as const
const earlier = createRenderer({ ...templates, units, template: earlierTemplate })
const featured = createRenderer({ ...templates, units })
const withHero = createRenderer({ ...templates, units, imagePlace: 'hero' })
const innerOf = (renderer: typeof earlier, fields: Partial<Product> = {}) =>
  renderer.render({ ...fullProduct, ...fields }, sampleMedia, samplePages).inner
const merge = (base: string, current: string, wanted: string) => mergeInner({ base, current, wanted }, 'keep')
const textsOf = (markup: string) =>
  factsOf(markup)
    .flatMap(({ kind, value }) => (kind === 'text' ? [value] : []))
    .toSorted()

describe.each([
  ['without an image in the block', featured, 'en'],
  ['with the image in the hero', withHero, 'en'],
  ['in a language that is read from right to left', featured, 'ar'],
])('a page of the earlier layout, %s', (_, renderer, language) => {
  const base = innerOf(earlier, { language })
  const wanted = innerOf(renderer, { language })
  const [itemNumber = ''] = /<td[^>]*>10-1<\/td>/.exec(base) ?? []

  test.each([
    ['a paragraph that moves into the hero', 'second paragraph with', 'another paragraph with'],
    ['a row that moves into the hero', '>10-1<', '>10-1 (roll)<'],
    ['a row that stays in the table', '>12 mm<', '>about 12 mm<'],
    ['an item of a list', 'on wood', 'on all kinds of wood'],
    ['a heading', '>Roof<', '>Roofs and walls<'],
  ])('keeps an editor’s change of %s, and gets the new layout', (_name, before, after) => {
    const changed = language === 'ar' && before === '>12 mm<' ? ['>blue<', '>sky blue<'] : [before, after]
    const [old = '', edited = ''] = changed
    expect(base).toContain(old)
    const merged = merge(base, base.replace(old, edited), wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.kept).toBe(true)
    expect(sameFacts(merged.inner, wanted.replace(old, edited))).toBe(true)
    expect(sameFacts(merged.base, wanted)).toBe(true)
  })

  test('merges the partner’s change of one row with an editor’s change of the next', () => {
    const current = base.replace('>10-1<', '>10-1 (roll)<')
    const changed = innerOf(renderer, { language, gtin: '4006381333948' })
    const merged = merge(base, current, changed)
    expect(merged.conflicts).toEqual([])
    expect(sameFacts(merged.inner, changed.replace('>10-1<', '>10-1 (roll)<'))).toBe(true)
  })

  test('reports a row that both changed, and only that row', () => {
    const current = base.replace('>10-1<', '>10-1 (roll)<')
    const merged = merge(base, current, innerOf(renderer, { language, item_number: '10-2' }))
    expect(merged.conflicts).toHaveLength(1)
    expect(merged.conflicts[0]).toMatchObject({
      base: expect.stringContaining(itemNumber) as string,
      theirs: expect.stringContaining('10-1 (roll)') as string,
      ours: expect.stringContaining('10-2') as string,
    })
  })

  test('is updated completely if no editor changed it, and back', () => {
    expect(merge(base, base, wanted).inner).toBe(wanted)
    expect(merge(wanted, wanted, base).inner).toBe(base)
  })

  test('keeps an editor’s change when an undo restores it', () => {
    const merged = merge(wanted, wanted.replace('>10-1<', '>10-1 (roll)<'), base)
    expect(merged.conflicts).toEqual([])
    expect(sameFacts(merged.inner, base.replace('>10-1<', '>10-1 (roll)<'))).toBe(true)
  })
})

describe('an editor’s work on a page of the earlier layout', () => {
  const base = innerOf(earlier)
  const wanted = innerOf(withHero)
  const note = paragraph('Only while stocks last.')

  test.each([
    ['above everything', `${note}\n\n${base}`, 'mirror-hero-text"><!-- wp:paragraph -->\n<p>Only while'],
    ['below everything', `${base}\n\n${note}`, undefined],
    [
      'between two paragraphs that move',
      base.replace('<!-- wp:paragraph -->\n<p>second', `${note}\n\n<!-- wp:paragraph -->\n<p>second`),
      `second line</p>\n<!-- /wp:paragraph -->\n\n${note}`,
    ],
    [
      'after the table that is divided',
      base.replace(heading(2, 'Properties'), `${note}\n\n${heading(2, 'Properties')}`),
      `${note}\n\n${heading(2, 'Properties')}`,
    ],
  ])('stays if it is a paragraph %s', (_, current, place) => {
    const merged = merge(base, current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(textsOf(merged.inner)).toEqual(textsOf(`${wanted}${note}`))
    if (place !== undefined) expect(merged.inner).toContain(place)
  })

  test('stays if it is a row, in the table with the row before it', () => {
    const [row = ''] = /<tr>(?:(?!<tr>).)*10-1<\/td><\/tr>/.exec(base) ?? []
    const own = row.replace('Item number', 'Our number').replace('10-1', 'T-7')
    const merged = merge(base, base.replace(row, row + own), wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toBe(wanted.replace(row, row + own))
  })

  test('stays if it is a removed paragraph or row', () => {
    const removed = base.replace(paragraph({ html: 'First line<br>second line' }), '').trimStart()
    expect(removed).not.toBe(base)
    const merged = merge(base, removed, wanted)
    expect(merged.conflicts).toEqual([])
    const shown = plainLines(merged.inner).join('\n')
    expect(shown).not.toContain('First line')
    expect(shown).toContain('second paragraph')
  })

  test('stays if it is styling of a part that moves, or of a table that is divided', () => {
    const styled = base
      .replace(
        '<!-- wp:paragraph -->\n<p>second',
        '<!-- wp:paragraph {"className":"lead"} -->\n<p class="lead">second',
      )
      .replace(
        '<!-- wp:table {"hasFixedLayout":true} -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><th class="has-text-align-left" data-align="left" scope="row">Item number',
        '<!-- wp:table {"hasFixedLayout":true,"className":"is-style-stripes"} -->\n<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><tbody><tr><th class="has-text-align-left" data-align="left" scope="row">Item number',
      )
    const merged = merge(base, styled, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toContain('<p class="lead">second')
    expect(merged.inner.match(/is-style-stripes">/g)).toHaveLength(2)
    expect(sameFacts(merged.inner, wanted)).toBe(true)
  })

  test('stays hidden', () => {
    const hidden = base.replace(
      '<!-- wp:paragraph -->\n<p>second',
      '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>second',
    )
    const merged = merge(base, hidden, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toContain('{"metadata":{"blockVisibility":false}} -->\n<p>second')
  })

  test('keeps its place if parts were moved', () => {
    const first = paragraph({ html: 'First line<br>second line' })
    const current = `${base.replace(`${first}\n\n`, '')}\n\n${first}`
    const merged = merge(base, current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(textsOf(merged.inner)).toEqual(textsOf(wanted))
  })

  test('stays in an editor’s order of the sections', () => {
    const [, advantages = ''] =
      /(<!-- wp:heading (?:(?!<!-- wp:heading)[^])*>Advantages<[^]*?)<!-- wp:heading/.exec(base) ?? []
    const current = `${base.replace(advantages, '')}\n\n${advantages.trim()}`
    const merged = merge(base, current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner.indexOf('>Advantages<')).toBeGreaterThan(merged.inner.indexOf('>Packaging<'))
    expect(textsOf(merged.inner)).toEqual(textsOf(wanted))
  })

  test('stays if it is a group around parts that move', () => {
    const [first, second] = [
      paragraph({ html: 'First line<br>second line' }),
      paragraph('second paragraph with 5\u00a0°C'),
    ]
    const group = `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${first}\n\n${second}</div>\n<!-- /wp:group -->`
    expect(base).toContain(`${first}\n\n${second}`)
    const merged = merge(base, base.replace(`${first}\n\n${second}`, group), wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toContain(group)
    expect(textsOf(merged.inner)).toEqual(textsOf(wanted))
  })

  test('is in conflict if it is a part that the layout no longer has', () => {
    const current = base.replace('>Safety data sheet<', '>Safety: read this first<')
    const merged = merge(base, current, wanted)
    expect(merged.conflicts).toMatchObject([{ theirs: expect.stringContaining('read this first') as string }])
    expect(merged.inner).toContain('>Safety: read this first<')
    expect(textsOf(merged.inner)).toEqual(expect.arrayContaining(textsOf(wanted)))
    const again = mergeInner({ base: merged.base, current: merged.inner, wanted }, 'overwrite')
    expect(textsOf(again.inner)).toEqual(textsOf(wanted))
  })
})

describe('a page of today’s layout', () => {
  const base = innerOf(withHero)

  test('is merged part by part in the hero and in the cards', () => {
    const current = base
      .replace('second line', 'second line, ours')
      .replace('>10-1<', '>10-1 (roll)<')
      .replace('>Product data sheet<', '>Data sheet: read this first<')
    const wanted = innerOf(withHero, { intro: 'First line\nsecond line\n\nNew.', gtin: '4006381333948' })
    const merged = merge(base, current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toBe(
      wanted
        .replace('second line', 'second line, ours')
        .replace('>10-1<', '>10-1 (roll)<')
        .replace('>Product data sheet<', '>Data sheet: read this first<'),
    )
  })

  test('keeps an edited introduction when the image arrives or goes', () => {
    const without = innerOf(withHero, { image: '' })
    for (const [before, after] of [
      [without, base],
      [base, without],
    ] as const) {
      const edit = (inner: string) =>
        inner.replace('second line', 'second line, ours').replace('>10-1<', '>10-1 (roll)<')
      const merged = merge(before, edit(before), after)
      expect(merged).toMatchObject({ kept: true, conflicts: [] })
      expect(merged.inner).toBe(edit(after))
    }
  })

  test('keeps the styling of a column or card that stays, and does not move parts out of a styled one that goes', () => {
    const styled = base.replace(
      '{"className":"mirror-hero-text"}',
      '{"className":"mirror-hero-text","backgroundColor":"base"}',
    )
    expect(merge(base, styled, innerOf(withHero, { item_number: '10-2' })).inner).toContain(
      '"backgroundColor":"base"',
    )
    const merged = merge(base, styled.replace('>10-1<', '>10-1 (roll)<'), innerOf(earlier))
    expect(merged.inner).toContain('"backgroundColor":"base"')
    expect(merged.inner).toContain('10-1 (roll)')
  })
})

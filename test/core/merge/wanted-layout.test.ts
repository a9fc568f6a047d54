import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import {
  heading,
  htmlBlock,
  joinBlocks,
  list,
  paragraph,
  textTable,
} from '../../../src/core/markup/blocks.ts'
import { columns } from '../../../src/core/markup/containers.ts'
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
    expect(merged.inner).not.toContain('First line')
    expect(merged.inner).toContain('second paragraph')
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

  test('stays where it is if parts were moved', () => {
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

describe('parts whose place is uncertain', () => {
  const rows = (...names: string[]) => textTable(names.map((name) => [name, `${name} value`]))
  const intro = paragraph('Tape for roofs.')

  test('stay if nothing of ours is left on the page', () => {
    const base = joinBlocks([intro, rows('Price', 'Weight')])
    const wanted = columns([{ blocks: intro }, { blocks: rows('Price', 'Weight') }])
    const current = heading(2, 'Sold out')
    const merged = merge(base, current, wanted)
    expect(merged.inner).toContain('Sold out')
  })

  test('stay if an editor turned a table into text', () => {
    const base = joinBlocks([intro, rows('Price', 'Weight')])
    const wanted = columns([{ blocks: intro }, { blocks: rows('Price', 'Weight') }])
    const text = '<!-- wp:table -->\nPrice: Price value\n<!-- /wp:table -->'
    const merged = merge(base, joinBlocks([intro, text]), wanted)
    expect(textsOf(merged.inner)).toContain('Price: Price value')
  })

  test('are put between blocks if they are blocks, and between columns only if they are columns', () => {
    const group = (...blocks: string[]) =>
      `<!-- wp:group -->\n<div class="wp-block-group">${joinBlocks(blocks)}</div>\n<!-- /wp:group -->`
    const base = joinBlocks([group(intro), group(rows('Price'))])
    const wanted = columns([{ blocks: intro }, { blocks: rows('Price') }])
    const note = paragraph('Only today.')
    const added = joinBlocks([group(intro), note, group(rows('Price'))])
    const merged = merge(base, added, wanted)
    expect(merged).toMatchObject({ conflicts: [], inner: `${wanted}\n\n${note}` })
    const column =
      '<!-- wp:column -->\n<div class="wp-block-column"><!-- wp:paragraph -->\n<p>Ours.</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:column -->'
    const widened = wanted.replace(
      '</div>\n<!-- /wp:columns -->',
      `\n\n${column}</div>\n<!-- /wp:columns -->`,
    )
    const flat = merge(wanted, widened, joinBlocks([intro, rows('Price')]))
    expect(textsOf(flat.inner)).toContain('Ours.')
  })

  test('are matched by their words, not by their number', () => {
    const base = joinBlocks([intro, paragraph('Old words here')])
    const wanted = columns([{ blocks: intro }, { blocks: paragraph('Entirely different') }])
    const merged = merge(base, base.replace('Old words here', 'Our words here'), wanted)
    expect(textsOf(merged.inner)).toEqual(expect.arrayContaining(['Our words here', 'Entirely different']))
    expect(merged.conflicts).toMatchObject([{ ours: undefined }])
  })

  test('are rewritten parts if they are in the same place', () => {
    const base = joinBlocks([intro, heading(2, 'Use'), paragraph('Old words here')])
    const wanted = joinBlocks([
      columns([{ blocks: intro }]),
      heading(2, 'Use'),
      paragraph('Entirely different'),
    ])
    const merged = merge(base, base.replace('Old words here', 'Our words here'), wanted)
    expect(merged.conflicts).toMatchObject([{ ours: paragraph('Entirely different') }])
  })

  test('stay where they are if the new table has no place for a head', () => {
    const base = joinBlocks([
      intro,
      textTable(
        [
          ['Price', '12 €'],
          ['Weight', '2 kg'],
        ],
        ['Name', 'Value'],
      ),
    ])
    const wanted = joinBlocks([
      intro,
      htmlBlock(
        '<table><tr><th class="has-text-align-left" data-align="left" scope="row">Price</th><td>12 €</td></tr></table>',
      ),
    ])
    const merged = merge(base, base.replace('>Name<', '>Our name<'), wanted)
    expect(textsOf(merged.inner)).toEqual(expect.arrayContaining(['Our name', '12 €']))
  })

  test('stay where they are if an unfinished tag would reach into the next part', () => {
    const base = joinBlocks([intro, rows('Price', 'Weight')])
    const wanted = columns([{ blocks: rows('Price', 'Weight') }, { blocks: intro }])
    const current = `${base}\n\n<p title="`
    expect(merge(base, current, wanted).inner).toMatch(/<p title="$/)
  })

  test('follow lists inside lists', () => {
    const nested = list({
      ordered: false,
      items: [
        {
          line: { html: 'Roof' },
          lists: [{ ordered: false, items: [{ line: { html: 'dry' }, lists: [] }] }],
        },
      ],
    })
    const base = joinBlocks([intro, nested])
    const wanted = columns([{ blocks: [intro, nested] }])
    expect(merge(base, base.replace('>dry<', '>very dry<'), wanted).inner).toBe(
      wanted.replace('>dry<', '>very dry<'),
    )
  })
})

test('an edit of any paragraph, item or row stays in any new layout, and causes no conflict', () => {
  const words = (at: number) => [`Name ${at}a`, `value ${at}b`]
  const kinds = [
    (at: number) => paragraph(words(at).join(' ')),
    (at: number) => heading(2, words(at).join(' ')),
    (at: number) => list({ ordered: false, items: words(at).map((html) => ({ line: { html }, lists: [] })) }),
    (at: number) => textTable([words(at), words(at + 100)]),
  ]
  const anyPart = fc.constantFrom(...kinds)
  const anyLayout = fc.array(fc.tuple(fc.nat(2), fc.nat(1000)), { minLength: 8, maxLength: 8 })
  const parts = fc
    .array(anyPart, { minLength: 2, maxLength: 8 })
    .map((made) => made.map((make, at) => make(at)))
  fc.assert(
    fc.property(parts, anyLayout, anyLayout, fc.nat(1000), (blocks, one, other, place) => {
      const [base, wanted] = [arranged(blocks, one), arranged(blocks, other)]
      const values = [...base.matchAll(/value \d+b/g)].map(([value]) => value)
      const value = values[place % values.length] ?? ''
      const edit = (inner: string) => inner.replace(value, `${value} of ours`)
      const merged = merge(base, edit(base), wanted)
      expect(merged.conflicts).toEqual([])
      expect(sameFacts(merged.inner, edit(wanted))).toBe(true)
      expect(sameFacts(merged.base, wanted)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** Blocks in an order, each next to others in columns or below them: `[0, …]` is below, the other numbers are columns. */
function arranged(blocks: readonly string[], layout: readonly (readonly [number, number])[]): string {
  const ordered = blocks
    .map((block, at) => ({ block, column: layout[at]?.[0] ?? 0, rank: layout[at]?.[1] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
  const inColumn = (number: number) =>
    ordered.flatMap(({ block, column }) => (column === number ? [block] : []))
  const beside = columns([{ blocks: inColumn(1) }, { blocks: inColumn(2) }], 'mirror-hero')
  return joinBlocks([beside, ...inColumn(0)].filter((block) => block !== ''))
}

test('a column of ours gets the width of the new layout, and keeps an editor’s styling', () => {
  const layout = (width: string, text: string) =>
    columns([{ blocks: [paragraph('Tape'), paragraph(text)], width, className: 'mirror-hero-text' }])
  const [base, wanted] = [layout('40%', 'Old'), layout('33%', 'New')]
  const edit = (inner: string) => inner.replace('>Tape<', '>Our tape<')
  expect(merge(base, edit(base), wanted).inner).toBe(edit(wanted))
  const styled = base.replace('"className"', '"verticalAlignment":"top","className"')
  const merged = merge(base, styled, wanted)
  expect(merged).toMatchObject({ kept: true, conflicts: [] })
  expect(merged.inner).toMatch(/"width":"33%"[^>]*"verticalAlignment":"top"[^]*flex-basis:33%[^]*New/)
  const narrowed = base.replaceAll('40%', '20%')
  expect(merge(base, narrowed, wanted).inner).toContain('20%')
})

test('our containers are only versions of each other, whatever their text', () => {
  const part = (name: string, text: string) => columns([{ blocks: paragraph(text) }], name)
  const base = joinBlocks([part('mirror-hero', 'Tape for roofs'), part('mirror-documents', 'Data sheet')])
  const wanted = joinBlocks([part('mirror-documents', 'Tape for all roofs'), part('mirror-hero', 'Wind')])
  const merged = merge(base, base.replace('Data sheet', 'Data sheet, ours'), wanted)
  expect(merged.conflicts.map(({ ours }) => ours)).toEqual([paragraph('Tape for all roofs')])
  expect(merged.inner).toContain('Data sheet, ours')
})

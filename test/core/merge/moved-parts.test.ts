import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

const merge = (base: string, current: string, wanted: string) => mergeInner({ base, current, wanted }, 'keep')
const textsOf = (markup: string) =>
  factsOf(markup)
    .flatMap(({ kind, value }) => (kind === 'text' ? [value] : []))
    .toSorted()

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

  test('keep their place if the new table has no place for a head', () => {
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

  test('keep their place if an unfinished tag would reach into the next part', () => {
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

import { describe, expect, test } from 'vitest'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'
import { sameFacts } from '../../../src/core/markup/visible-content.ts'
import { heading, joinBlocks, linkList, list, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { toRightToLeft } from '../../../src/core/render/direction.ts'

const items = (...lines: string[]) =>
  list({ ordered: false, items: lines.map((line) => ({ line: { html: line }, lists: [] })) })
const sheets = (...names: string[]) =>
  linkList(
    names.map((name) => ({ url: `https://cms.example/${name}.pdf`, title: 'Data sheet', note: 'PDF' })),
  )
const page = (...blocks: string[]) => joinBlocks(blocks)

const base = page(
  paragraph('Tape for roofs.'),
  heading(2, 'Advantages'),
  items('Sticks well', 'Lasts long'),
  heading(2, 'Technical data'),
  textTable([
    ['Price', '12.30 €'],
    ['Weight', '2 kg'],
    ['Width', '60 mm'],
  ]),
  heading(2, 'Downloads'),
  sheets('a1', 'b1'),
)

const merge = (current: string, wanted: string) => mergeInner({ base, current, wanted }, 'keep')

describe('a merge of the mirrored block', () => {
  test('takes the partner’s price and file, and keeps the editor’s introduction', () => {
    const current = base.replace('Tape for roofs.', 'Our best tape for roofs.')
    const wanted = base.replace('12.30', '13.10').replace('a1.pdf', 'a2.pdf')
    const merged = merge(current, wanted)
    expect(merged).toMatchObject({ kept: true, conflicts: [] })
    expect(merged.inner).toBe(current.replace('12.30', '13.10').replace('a1.pdf', 'a2.pdf'))
    expect(sameFacts(merged.base, wanted)).toBe(true)
  })

  test('reports a conflict on the one row that both changed, and writes the row next to it', () => {
    const current = base.replace('12.30 €', '11.90 €')
    const wanted = base.replace('12.30 €', '13.10 €').replace('2 kg', '3 kg')
    const merged = merge(current, wanted)
    expect(merged.inner).toBe(current.replace('2 kg', '3 kg'))
    expect(merged.conflicts).toHaveLength(1)
    expect(merged.conflicts[0]?.base).toContain('12.30')
    expect(merged.conflicts[0]?.theirs).toContain('11.90')
    expect(merged.conflicts[0]?.ours).toContain('13.10')
    expect(sameFacts(merged.base, wanted.replace('13.10', '12.30'))).toBe(true)
  })

  test('takes the partner’s text in a conflict when overwriting, and keeps other edits', () => {
    const current = base.replace('12.30 €', '11.90 €').replace('Sticks well', 'Sticks very well')
    const wanted = base.replace('12.30 €', '13.10 €')
    const merged = mergeInner({ base, current, wanted }, 'overwrite')
    expect(merged.inner).toBe(current.replace('11.90', '13.10'))
    expect(merged).toMatchObject({ kept: true, conflicts: [] })
  })

  test('keeps a paragraph that an editor added, and does not restore one that an editor removed', () => {
    const note = paragraph('Only while stocks last.')
    const current = base.replace(heading(2, 'Technical data'), `${note}\n\n${heading(2, 'Technical data')}`)
    const wanted = base.replace('12.30', '13.10')
    expect(merge(current, wanted).inner).toBe(current.replace('12.30', '13.10'))
    const removed = base.replace(`${paragraph('Tape for roofs.')}\n\n`, '')
    expect(merge(removed, wanted).inner).toBe(removed.replace('12.30', '13.10'))
  })

  test('keeps an editor’s order of items, with the partner’s new text in the moved one’s neighbour', () => {
    const current = base.replace(items('Sticks well', 'Lasts long'), items('Lasts long', 'Sticks well'))
    const wanted = base.replace(
      items('Sticks well', 'Lasts long'),
      items('Sticks well', 'Lasts very long', 'Is cheap'),
    )
    const merged = merge(current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toContain(items('Lasts very long', 'Is cheap', 'Sticks well'))
  })

  test('follows the partner’s order if no editor moved anything', () => {
    const wanted = base.replace(items('Sticks well', 'Lasts long'), items('Lasts long', 'Sticks well'))
    const current = base.replace('Tape for roofs.', 'Our tape.')
    expect(merge(current, wanted).inner).toBe(wanted.replace('Tape for roofs.', 'Our tape.'))
  })

  test('reports a part that an editor changed and the partner removed, and the other way round', () => {
    const row =
      '<tr><th class="has-text-align-left" data-align="left" scope="row">Weight</th><td>2 kg</td></tr>'
    expect(base).toContain(row)
    const edited = base.replace('2 kg', '2.5 kg')
    const removedByPartner = merge(edited, base.replace(row, ''))
    expect(removedByPartner.inner).toBe(edited)
    expect(removedByPartner.conflicts).toMatchObject([
      { theirs: expect.stringMatching(/^<tr>/), ours: undefined },
    ])
    const removedByEditor = merge(base.replace(row, ''), edited)
    expect(removedByEditor.inner).toBe(base.replace(row, ''))
    expect(removedByEditor.conflicts).toMatchObject([
      { theirs: undefined, ours: expect.stringMatching(/^<tr>/) },
    ])
  })

  test('writes a changed template into an edited page', () => {
    const current = base.replace('Sticks well', 'Sticks very well')
    const wanted = base
      .replace('>Advantages<', '>Why this one<')
      .replace(
        `${heading(2, 'Downloads')}\n\n${sheets('a1', 'b1')}`,
        `${sheets('a1', 'b1')}\n\n${paragraph('Ask us.')}`,
      )
    const merged = merge(current, wanted)
    expect(merged.conflicts).toEqual([])
    expect(merged.inner).toBe(wanted.replace('Sticks well', 'Sticks very well'))
  })

  test('adds a part once that both sides added', () => {
    const added = base.replace(
      items('Sticks well', 'Lasts long'),
      items('Sticks well', 'Lasts long', 'Is cheap'),
    )
    expect(merge(added, added.replace('12.30', '13.10'))).toMatchObject({
      inner: added.replace('12.30', '13.10'),
      conflicts: [],
    })
  })
})

test('text that is read from right to left is merged by units, too', () => {
  const arabic = toRightToLeft(base.split('\n\n'), 'ar').join('\n\n')
  const current = arabic.replace('Tape for roofs.', 'Our best tape.').replace('Lasts long', 'Lasts very long')
  const wanted = arabic.replace('12.30', '13.10').replace('Tape for roofs.', 'Tape for all roofs.')
  const merged = mergeInner({ base: arabic, current, wanted }, 'keep')
  expect(sameFacts(merged.inner, current.replace('12.30', '13.10'))).toBe(true)
  expect(merged.conflicts).toHaveLength(1)
  expect(merged.conflicts[0]?.theirs).toContain('Our best tape.')
  expect(merged.conflicts[0]?.theirs).not.toContain('Lasts')
})

describe('markup that is hard to divide', () => {
  const table = (rows: string) =>
    `<figure class="wp-block-table"><table><tbody>${rows}</tbody></table></figure>`
  const row = (name: string, value: string) => `<tr><th>${name}</th><td>${value}</td></tr>`

  test.each([
    [
      'text between list items',
      '<ul><li>a</li>x<li>b</li></ul>',
      '<ul><li>A</li>x<li>b</li></ul>',
      '<ul><li>a</li>x<li>B</li></ul>',
    ],
    [
      'a block inside a line',
      '<!-- wp:x -->\n<p>one <!-- wp:y --><b>two</b><!-- /wp:y --> three</p>\n<!-- /wp:x -->',
      '<!-- wp:x -->\n<p>One <!-- wp:y --><b>two</b><!-- /wp:y --> three</p>\n<!-- /wp:x -->',
      '<!-- wp:x -->\n<p>one <!-- wp:y --><b>two</b><!-- /wp:y --> Three</p>\n<!-- /wp:x -->',
    ],
    ['a tag without an end', '<p>a</p><div><p>b</p>', '<p>A</p><div><p>b</p>', '<p>a</p><div><p>B</p>'],
    [
      'a list item without an end',
      '<!-- wp:html --><ul><li>a<li>b</ul><!-- /wp:html -->',
      '<!-- wp:html --><ul><li>A<li>b</ul><!-- /wp:html -->',
      '<!-- wp:html --><ul><li>a<li>B</ul><!-- /wp:html -->',
    ],
    [
      'blocks that overlap',
      '<!-- wp:x --><p>a</p><!-- /wp:y -->',
      '<!-- wp:x --><p>b</p><!-- /wp:y -->',
      '<!-- wp:x --><p>c</p><!-- /wp:y -->',
    ],
  ])('is one unit: %s', (_, own, current, wanted) => {
    const merged = mergeInner({ base: own, current, wanted }, 'keep')
    expect(merged).toEqual({
      inner: current,
      base: own,
      kept: false,
      conflicts: [{ base: own, theirs: current, ours: wanted }],
    })
  })

  test('replaces the whole block when overwriting what it reports as one conflict', () => {
    const of = (...lines: string[]) => page(paragraph('Tape.'), items(...lines))
    const current = of('red wall', 'green', 'red wall')
    const sides = { base: of('blue wall'), current, wanted: of('grey', 'grey') }
    expect(mergeInner(sides, 'keep').conflicts.map(({ theirs }) => theirs)).toEqual([current])
    expect(mergeInner(sides, 'overwrite').inner).toBe(sides.wanted)
  })

  test('is the partner’s text if broken units read differently when they are joined', () => {
    const sides = { base: '<b>a</b>', current: '<p>', wanted: '<p></p></p>' }
    expect(mergeInner(sides, 'wanted').inner).toBe(sides.wanted)
  })

  test('recognises our new items that a write with a lost reply left next to an editor’s', () => {
    const before = page(paragraph('Old.'), items('Walls', 'Roofs', 'Plinths'))
    const wanted = page(paragraph('New.'), items('One', 'Two'))
    const landed = page(paragraph('New.'), items('Our cellars', 'One', 'Two'))
    const merged = mergeInner({ base: before, current: landed, wanted }, 'keep')
    expect(merged.inner).toBe(landed)
    expect(merged.conflicts.map(({ theirs }) => theirs)).toEqual([expect.stringContaining('Our cellars')])
    expect(sameFacts(merged.base, page(paragraph('New.'), items('Walls', 'One', 'Two')))).toBe(true)
    const next = page(paragraph('New.'), items('Three', 'Four'))
    const overwritten = mergeInner({ base: merged.base, current: landed, wanted: next }, 'overwrite')
    expect(overwritten).toEqual({ inner: next, base: next, kept: false, conflicts: [] })
  })

  test('gives way as a whole to a decision to overwrite if a tag would reach into the partner’s new part', () => {
    const own = paragraph('a')
    const current = `${own}\n\n<strong>z`
    const sides = { base: own, current, wanted: `${own}\n\n${paragraph('n')}` }
    const conflict = { base: own, theirs: current, ours: sides.wanted }
    expect(mergeInner(sides, 'keep')).toMatchObject({ inner: current, conflicts: [conflict] })
    expect(mergeInner(sides, 'overwrite')).toEqual({
      inner: sides.wanted,
      base: sides.wanted,
      kept: false,
      conflicts: [],
    })
  })

  test('is divided if a classic editor left elements without blocks', () => {
    const own = `<p>a</p>\n${table(row('Price', '1') + row('Weight', '2'))}`
    const merged = mergeInner(
      { base: own, current: own.replace('>a<', '>A<'), wanted: own.replace('>2<', '>3<') },
      'keep',
    )
    expect(sameFacts(merged.inner, own.replace('>a<', '>A<').replace('>2<', '>3<'))).toBe(true)
  })

  test('with very many changed rows is matched by equal rows alone', () => {
    const rows = (unit: string) =>
      Array.from({ length: 210 }, (_, at) => row(`Row ${at}`, `${at} ${unit}`)).join('')
    const own = table(rows('a') + row('Last', '1'))
    const current = own.replace('<th>Last</th><td>1', '<th>Last</th><td>2')
    const merged = mergeInner({ base: own, current, wanted: table(rows('b') + row('Last', '1')) }, 'keep')
    expect(merged.inner).toBe(table(rows('b') + row('Last', '2')))
  })

  test('loses its list with its last item', () => {
    const own = `${paragraph('a')}\n\n${items('one', 'two')}`
    const current = own.replace(items('one', 'two'), items('one'))
    const wanted = own.replace(items('one', 'two'), items('two'))
    expect(mergeInner({ base: own, current, wanted }, 'keep').inner).toBe(paragraph('a'))
  })

  test('takes the partner’s changes before the rows of a table, such as its caption', () => {
    const own = `<table><caption>a</caption><tr><td>1</td></tr><tr><td>2</td></tr></table>`
    const merged = mergeInner(
      { base: own, current: own.replace('>1<', '>3<'), wanted: own.replace('>a<', '>b<') },
      'keep',
    )
    expect(merged.inner).toBe(own.replace('>1<', '>3<').replace('>a<', '>b<'))
  })
})

import { describe, expect, test } from 'vitest'
import { heading, joinBlocks, list, paragraph } from '../../../src/core/markup/blocks.ts'
import { paragraphsIn, withoutRepeats } from '../../../src/core/render/repeated-text.ts'

const items = list({ ordered: false, items: [{ line: { html: 'Seals joints.' }, lists: [] }] })
const shown = ['Seals <strong>joints</strong>.']

describe('text that the page already shows', () => {
  test.each([
    ['a paragraph', [paragraph('Seals joints.'), paragraph('Lasts.')], [paragraph('Lasts.')]],
    ['in other letters, without a full stop', [paragraph('SEALS  joints'), items], [items]],
    [
      'at the end',
      [heading(3, 'Use'), paragraph('Lasts.'), paragraph('Seals joints.')],
      [heading(3, 'Use'), paragraph('Lasts.')],
    ],
    ['a heading above it', [heading(3, 'Use'), paragraph('Seals joints.')], []],
    [
      'a heading above it and before another one',
      [heading(3, 'Use'), paragraph('Seals joints.'), heading(3, 'Roof'), paragraph('Dry.')],
      [heading(3, 'Roof'), paragraph('Dry.')],
    ],
    [
      'headings of sections without other content',
      [heading(3, 'Use'), paragraph('Seals joints.'), heading(4, 'Roof'), paragraph('Seals joints')],
      [],
    ],
    [
      'its sentence at the start of a paragraph',
      [paragraph({ html: 'Seals <strong>joints</strong>.<br>Lasts.' })],
      [paragraph('Lasts.')],
    ],
    ['a sentence that is followed by itself', [paragraph({ html: `${shown[0]} Seals joints.` })], []],
  ])('is left out: %s', (_, blocks, expected) => {
    expect(withoutRepeats(joinBlocks(blocks), shown)).toBe(joinBlocks(expected))
  })

  test.each([
    ['in a list', [items]],
    ['as a heading', [heading(3, 'Seals joints.')]],
    ['as the start of a longer word', [paragraph({ html: `${shown[0]}com` })]],
    ['as the end of a paragraph', [paragraph('It seals joints.')]],
    ['in a paragraph with a class', [paragraph('Seals joints.', 'lead')]],
  ])('stays %s', (_, blocks) => {
    expect(withoutRepeats(joinBlocks(blocks), shown)).toBe(joinBlocks(blocks))
  })

  test('stays as the start of a longer sentence, and so does another sentence of the same length', () => {
    const [longer, other] = [paragraph('Seal No. 5 lasts.'), paragraph('Foam No. 8. Lasts.')]
    expect(withoutRepeats(joinBlocks([longer, other]), ['Seal No. 5', 'Seal No. 8.'])).toBe(
      joinBlocks([longer, other]),
    )
  })

  test('removes no heading that the partner left without content', () => {
    const empty = [heading(3, 'Use'), heading(3, 'Roof')]
    expect(withoutRepeats(joinBlocks([paragraph('Seals joints.'), ...empty]), shown)).toBe(joinBlocks(empty))
  })

  test('keeps a heading that has other content', () => {
    const use = [heading(3, 'Use'), paragraph('Seals joints.'), items]
    expect(withoutRepeats(joinBlocks(use), shown)).toBe(joinBlocks([heading(3, 'Use'), items]))
  })

  test('keeps a heading above a section with other content', () => {
    const [use, roof] = [heading(3, 'Use'), [heading(4, 'Roof'), paragraph('Dry.')]]
    const blocks = joinBlocks([use, paragraph('Seals joints.'), ...roof])
    expect(withoutRepeats(blocks, shown)).toBe(joinBlocks([use, ...roof]))
  })

  test('is compared with whole blocks only', () => {
    expect(withoutRepeats('', shown)).toBe('')
    expect(withoutRepeats(paragraph('Seals joints.'), [])).toBe(paragraph('Seals joints.'))
    expect(paragraphsIn(joinBlocks([items, '<!-- wp:spacer /-->', paragraph('A'), paragraph('B')]))).toEqual([
      'A',
      'B',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { markupFault } from '../../../src/core/html/markup-fault.ts'
import { htmlBlocks } from '../../../src/core/html/text-blocks.ts'

const spanned = '<td colspan="20" rowspan="20">x</td>'

describe('markup breaks a limit', () => {
  test.each([
    ['nested elements', '<b>'.repeat(90_000), 'nests elements more than 500 deep'],
    ['nested lists', '<ul><li>'.repeat(30_000), 'nests elements more than 500 deep'],
    ['elements', '<p>'.repeat(20_001), 'has more than 20000 elements'],
    ['rows', `<table>${'<tr><td>x'.repeat(5_001)}</table>`, 'has a table of more than 5000 rows'],
    [
      'cells after spans in short markup',
      `<table><tr>${spanned.repeat(60)}</tr>${'<tr><td>x'.repeat(30)}</table>`,
      'has a table of more than 20000 cells, counting the spanned ones',
    ],
    [
      'cells after spans',
      `<table>${`<tr>${spanned.repeat(30)}</tr>`.repeat(200)}</table>`,
      'has a table of more than 20000 cells, counting the spanned ones',
    ],
    [
      'the text that it becomes',
      '[a'.repeat(150_000),
      'makes a text of 2250052 characters; at most 2000000 are allowed',
    ],
  ])('in %s', (_, html, fault) => {
    expect(markupFault(html)).toBe(fault)
  })
})

describe('markup keeps the limits', () => {
  test.each([
    ['as a short text', '<p>x</p>'],
    ['as a long text', '<p>Dichtband </p>'.repeat(3_000)],
    ['with a large table', `<table>${'<tr><td colspan=2>a<td>b</tr>'.repeat(1_000)}</table>`],
    ['with paragraphs that are never closed', '<p>x'.repeat(5_000)],
    ['nested by accident', '<b>x'.repeat(400)],
  ])('%s', (_, html) => {
    expect(markupFault(html)).toBeUndefined()
    expect(htmlBlocks(html)).not.toBe('')
  })
})

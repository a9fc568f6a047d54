import { expect, test } from 'vitest'
import { hideBlock, withoutHiddenBlocks } from '../../../src/core/markup/hidden-blocks.ts'

const hidden = '{"metadata":{"blockVisibility":false}}'

test.each([
  ['a block', `<p>A</p><!-- wp:a ${hidden} --><p>B</p><!-- /wp:a --><p>C</p>`, '<p>A</p><p>C</p>'],
  ['a void block', `<p>A</p><!-- wp:a ${hidden} /--><p>C</p>`, '<p>A</p><p>C</p>'],
  [
    'all that a block contains',
    `<!-- wp:a ${hidden} --><!-- wp:b ${hidden} /--><!-- wp:b --><p>B</p><!-- /wp:b --><!-- /wp:a --><p>C</p>`,
    '<p>C</p>',
  ],
  ['a block that is never closed', `<p>A</p><!-- wp:a ${hidden} --><p>B</p>`, '<p>A</p>'],
])('%s that is hidden is removed', (_, markup, shown) => {
  expect(withoutHiddenBlocks(markup)).toBe(shown)
})

test('a block that is hidden on some devices only stays, and so does one with other attributes', () => {
  const shown =
    '<!-- wp:a {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} -->A<!-- /wp:a --><!-- wp:a {"metadata":7} /-->'
  expect(withoutHiddenBlocks(shown)).toBe(shown)
})

test('a block is hidden in its delimiter, and markup without one is not', () => {
  expect(hideBlock('<!-- wp:a {"b":1} -->A<!-- /wp:a -->')).toBe(
    '<!-- wp:a {"b":1,"metadata":{"blockVisibility":false}} -->A<!-- /wp:a -->',
  )
  expect(hideBlock('<p>A</p>')).toBeUndefined()
  expect(hideBlock('<p>A</p><!-- wp:a /-->')).toBeUndefined()
})

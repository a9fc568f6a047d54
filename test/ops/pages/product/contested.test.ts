import { expect, test } from 'vitest'
import { contested } from '../../../../src/ops/pages/product/product-decisions.ts'

test('a conflict about text that an editor only hid shows that it is hidden', () => {
  const hidden = '<!-- wp:a {"metadata":{"blockVisibility":false}} --><p>Tape</p><!-- /wp:a -->'
  const { editor } = contested({ field: 'inner', base: '<p>Tape</p>', theirs: hidden, ours: '' }, {})
  expect(editor.map(({ text }) => text).join('')).toContain('← hidden')
})

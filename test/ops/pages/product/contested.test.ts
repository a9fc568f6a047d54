import { expect, test } from 'vitest'
import { noNames } from '../../../../src/core/record/field-names.ts'
import { contested } from '../../../../src/ops/pages/product/product-decisions.ts'

test('a conflict about text that an editor only hid shows that it is hidden', () => {
  const hidden = '<!-- wp:a {"metadata":{"blockVisibility":false}} --><p>Tape</p><!-- /wp:a -->'
  const { editor } = contested({ field: 'inner', base: '<p>Tape</p>', theirs: hidden, ours: '' }, {}, noNames)
  expect(editor.map(({ text }) => text).join('')).toContain('← hidden')
})

test('the entries of a set are shown by name, with marks for those that editor and partner changed', () => {
  const names = new Map([
    [
      'terms.product_cat' as const,
      new Map([
        [12, 'Tapes'],
        [15, 'Films'],
      ]),
    ],
  ])
  const entry = { field: 'terms.product_cat' as const, base: '12', theirs: '15', ours: '12, 15' }
  const { base, editor, partner } = contested(entry, {}, names)
  expect(base).toEqual([{ kind: 'same', text: 'Tapes (12)' }])
  expect(editor).toEqual([
    { kind: 'gone', text: 'Tapes (12)' },
    { kind: 'same', text: ' ' },
    { kind: 'new', text: 'Films (15)' },
  ])
  expect(partner).toEqual([
    { kind: 'same', text: 'Tapes (12)' },
    { kind: 'same', text: ', ' },
    { kind: 'new', text: 'Films (15)' },
  ])
})

test('a featured image is shown by name, and a missing one as nothing', () => {
  const names = new Map([['featuredMedia' as const, new Map([[44, 'roof.jpg']])]])
  const entry = { field: 'featuredMedia' as const, base: '44', theirs: '0', ours: '45' }
  const { base, editor, partner } = contested(entry, {}, names)
  expect(base).toEqual([{ kind: 'same', text: 'roof.jpg (44)' }])
  const gone = [
    { kind: 'gone', text: 'roof.jpg (44)' },
    { kind: 'same', text: ' ' },
  ]
  expect(editor).toEqual(gone)
  expect(partner).toEqual([...gone, { kind: 'new', text: 'media 45' }])
  const unnamed = contested(entry, {}, noNames)
  expect(unnamed.partner.map(({ text }) => text).join('')).toContain('media')
})

import { describe, expect, test } from 'vitest'
import {
  canonicalText,
  isMappedField,
  MappedField,
  mappedIn,
  mappedText,
  withoutEmpty,
} from '../../../src/core/record/mapped.ts'

test.each(['menu_order', 'meta.price', 'acf.datasheet', 'terms.product_cat', 'meta.a.b'])(
  '%s is a field that a map may fill',
  (name) => {
    expect(isMappedField(name)).toBe(true)
    expect(MappedField.safeParse(name).success).toBe(true)
  },
)

test.each(['title', 'inner', 'meta', 'seo.title', 'order'])('%s is not', (name) => {
  expect(isMappedField(name)).toBe(false)
  expect(MappedField.safeParse(name).success).toBe(false)
})

describe('two values are equal', () => {
  test.each([
    ['if the CMS shows both for none', [undefined, null, '', 0, false, []]],
    ['if only line ends and outer spaces differ', ['a\nb', ' a\r\nb ']],
    ['if a number is written as text', [4.5, '4.5']],
  ] as const)('%s', (_, values) => {
    expect(
      new Set(values.map((value) => canonicalText('meta.x', Array.isArray(value) ? [] : (value as string))))
        .size,
    ).toBe(1)
  })

  test('if they are terms in another order', () => {
    expect(canonicalText('terms.tag', [3, 5])).toBe(canonicalText('terms.tag', [5, 3]))
    expect(canonicalText('terms.tag', [3, 5])).toBe(canonicalText('terms.tag', { shared: [5, 3] }))
    expect(canonicalText('meta.list', [3, 5])).not.toBe(canonicalText('meta.list', [5, 3]))
  })
})

test.each([
  [null, ''],
  [undefined, ''],
  [4.5, '4.5'],
  [true, 'true'],
  ['Tape', 'Tape'],
  [['a', 'b'], 'a, b'],
  [{ shared: [3] }, '3'],
])('operators read %j as “%s”', (value, text) => {
  expect(mappedText(value)).toBe(text)
})

test('mapped values are separated from the other fields, and from empty ones', () => {
  const texts = { title: 'Band', 'meta.price': 4.5, 'meta.note': '', menu_order: 0 }
  expect(mappedIn(texts)).toEqual({ 'meta.price': 4.5, 'meta.note': '', menu_order: 0 })
  expect(withoutEmpty(mappedIn(texts))).toEqual({ 'meta.price': 4.5 })
})

import { expect, test } from 'vitest'
import { fixedTexts, PageTexts, textsSchema } from '../../../src/core/record/page.ts'
import { textsOf } from '../../helpers/content/records.ts'

test('the fields of a page are those that every page has, and those of a map', () => {
  const texts = textsOf({ 'meta.price': 4.5, menu_order: 3, 'terms.tag': { shared: [3] } })
  expect(PageTexts.parse(texts)).toEqual(texts)
  expect(textsSchema({ title: fixedTexts.title.optional() }).parse({ 'meta.price': 4 })).toEqual({
    'meta.price': 4,
  })
})

test.each([
  ['an unknown field', { seo: 'x' }],
  ['a value of another form', { 'meta.price': { value: 4 } }],
  ['no title', { title: undefined }],
])('%s is refused', (_, fields) => {
  expect(PageTexts.safeParse({ ...textsOf(), ...fields }).success).toBe(false)
})

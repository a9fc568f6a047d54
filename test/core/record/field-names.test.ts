import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FieldNames,
  addNames,
  idsIn,
  inWords,
  namedTextsOf,
  noNames,
} from '../../../src/core/record/field-names.ts'
import { mappedText } from '../../../src/core/record/mapped.ts'

const field = 'terms.product_cat'
const anyId = fc.integer({ min: -3, max: 30 })
const anyName = fc.string({ minLength: 1 })
const anyNames = fc.dictionary(anyId.map(String), anyName).map((entries) => {
  const names = Object.entries(entries).map(([id, name]) => [Number(id), name] as const)
  return new Map(names)
})

test('every id with a name is shown with it, in order, and every other one as it is', () => {
  fc.assert(
    fc.property(fc.array(anyId), anyNames, (ids, known) => {
      const names = new Map([[field, known]] as const)
      const expected = ids.map((id) => {
        const name = known.get(id)
        return name === undefined ? `${id}` : `${name} (${id > 0 ? id : 'new'})`
      })
      expect(inWords(field, mappedText(ids), names)).toBe(expected.join(', '))
      expect(inWords(field, mappedText({ shared: ids }), names)).toBe(expected.join(', '))
    }),
  )
})

test('a field without names keeps its text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), anyNames, (text, known) => {
      expect(inWords('meta.note', text, new Map([[field, known]]))).toBe(text)
    }),
  )
})

test('a featured image is shown with its name, its id, or nothing if there is none', () => {
  const names: FieldNames = new Map([['featuredMedia', new Map([[44, 'roof.jpg']])]])
  const shown = ['44', '45', '0'].map((id) => inWords('featuredMedia', id, names))
  expect(shown).toEqual(['roof.jpg (44)', 'media 45', ''])
  expect(inWords('featuredMedia', '44', noNames)).toBe('media 44')
  const added: FieldNames = new Map([['featuredMedia', new Map([[0, 'new.jpg']])]])
  expect(inWords('featuredMedia', '0', added)).toBe('new.jpg (new)')
})

test('the ids in a text are those that the CMS may have', () => {
  fc.assert(
    fc.property(fc.array(anyId), (ids) => {
      expect(idsIn([field, mappedText(ids)])).toEqual(ids.filter((id) => id > 0))
    }),
  )
  expect(idsIn(['meta.price', '12.5'])).toEqual([])
  expect(idsIn(['meta.note', ''])).toEqual([])
  expect(idsIn(['meta.note', '1234567890123456'])).toEqual([])
  expect(idsIn(['title', '12'])).toEqual([])
  expect(idsIn(['featuredMedia', '12'])).toEqual([12])
  expect(idsIn(['featuredMedia', '0'])).toEqual([])
})

test('the fields of a page that may contain ids are read as text', () => {
  const mapped = { 'terms.tag': [3, 5], 'acf.sheet': 501, menu_order: 2 }
  expect(namedTextsOf({ title: '7', featuredMedia: 44, ...mapped })).toEqual([
    ['featuredMedia', '44'],
    ['terms.tag', '3, 5'],
    ['acf.sheet', '501'],
    ['menu_order', '2'],
  ])
})

test('newer names replace older ones, and the others stay', () => {
  const older = addNames(noNames, [
    [
      field,
      new Map([
        [1, 'a'],
        [2, 'b'],
      ]),
    ],
  ])
  const all = addNames(older, [
    [field, new Map([[2, 'c']])],
    ['terms.tag', new Map([[3, 'd']])],
  ])
  expect([...all]).toEqual([
    [
      field,
      new Map([
        [1, 'a'],
        [2, 'c'],
      ]),
    ],
    ['terms.tag', new Map([[3, 'd']])],
  ])
})

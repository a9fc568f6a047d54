import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addNames, idsIn, inWords, mappedTextsOf, noNames } from '../../../src/core/record/field-names.ts'
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

test('the ids in a text are those that may have a name', () => {
  fc.assert(
    fc.property(fc.array(anyId), (ids) => {
      expect(idsIn([field, mappedText(ids)])).toEqual(ids)
    }),
  )
  expect(idsIn(['meta.price', '12.5'])).toEqual([])
  expect(idsIn(['meta.note', ''])).toEqual([])
  expect(idsIn(['meta.note', '1234567890123456'])).toEqual([])
  expect(idsIn(['title', '12'])).toEqual([])
})

test('the mapped fields of a page have texts', () => {
  expect(mappedTextsOf({ title: '7', 'terms.tag': [3, 5], 'acf.sheet': 501, menu_order: 2 })).toEqual([
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

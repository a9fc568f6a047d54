import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  htmlFields,
  imageFields,
  numberFields,
  pdfFields,
  plainTextFields,
} from '../../../src/contracts/partner.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'

const least = { gtin: '4006381333931', language: 'de-de', name: 'Dichtband' }
const textFields = [...plainTextFields, ...htmlFields, ...pdfFields, ...imageFields]

function productFrom(fields: Record<string, unknown>) {
  const parsed = toProduct({ ...least, ...fields })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.product
}

describe('every number field', () => {
  test.each(numberFields)('%s: number, text and padded text are the same', (field) => {
    for (const form of [12.5, '12.5', '12.50', ' 12.5 ', '125e-1'])
      expect(productFrom({ [field]: form })[field]).toBe('12.5')
  })

  test.each(numberFields)('%s: null, "" and nothing at all are the same', (field) => {
    for (const form of [null, '', undefined]) expect(productFrom({ [field]: form })[field]).toBeNull()
    expect(productFrom({})[field]).toBeNull()
  })

  test.each(numberFields)('%s: a word is not a number', (field) => {
    expect(toProduct({ ...least, [field]: 'viel' })).toMatchObject({
      ok: true,
      product: { [field]: null },
      oddities: [`${field} "viel" cannot be read as a number and is left out`],
    })
  })
})

test.each(textFields)('text %s is trimmed, and empty in all its forms of nothing', (field) => {
  expect(productFrom({ [field]: '  x ' })[field]).toBe('x')
  for (const form of [null, '', '  ', undefined]) expect(productFrom({ [field]: form })[field]).toBe('')
})

test.each([
  [true, true],
  [false, false],
  ['', null],
  [null, null],
  [undefined, null],
])('folded %j is %j', (sent, kept) => {
  expect(productFrom({ folded: sent }).folded).toBe(kept)
})

test('a missing availability is unknown', () => {
  expect(productFrom({ availability: null }).availability).toBe('unknown')
  expect(productFrom({ availability: 'limited' }).availability).toBe('limited')
})

test('attributes and materials keep their order and lose their outer blanks', () => {
  const product = productFrom({
    attributes: [
      { name: ' Farbe ', norm: null, value: 'grau ' },
      { name: 'Dicke', norm: ' EN 1849 ' },
    ],
    materials: [{ name: 'PE ', value: null }],
  })
  expect(product.attributes).toEqual([
    { name: 'Farbe', norm: '', value: 'grau' },
    { name: 'Dicke', norm: 'EN 1849', value: '' },
  ])
  expect(product.materials).toEqual([{ name: 'PE', value: '' }])
  expect(productFrom({ attributes: null })).toMatchObject({ attributes: [], materials: [] })
})

test.each([null, undefined, [], 'text', 5])('a body that is not a product: %j', (body) => {
  expect(toProduct(body)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^the record does not match the partner’s API: the whole record is /),
  })
})

test('undocumented fields are listed and change nothing', () => {
  const parsed = toProduct({ ...least, colour: 'grey', toString: 'x', constructor: null })
  expect(parsed).toEqual({
    ok: true,
    product: productFrom({}),
    unknownFields: ['colour', 'toString', 'constructor'],
    oddities: [],
  })
})

test('whatever arrives is a product or a reason, never an exception', () => {
  const anyBody = fc.record(
    Object.fromEntries(
      [...numberFields, ...textFields, 'folded', 'attributes', 'more'].map((name) => [name, fc.jsonValue()]),
    ),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        anyBody,
        anyBody.map((body) => ({ ...body, ...least })),
        fc.jsonValue(),
      ),
      (body) => {
        const parsed = toProduct(body)
        if (!parsed.ok)
          expect(parsed.reason).toMatch(
            /^the record does not match the partner’s API: .+ instead of .+ Ask the partner to fix it$/s,
          )
      },
    ),
  )
})

test('a product is the same however often it is read', () => {
  const anyWire = fc.record(
    Object.fromEntries([
      ...numberFields.map((name) => [name, fc.constantFrom(null, '', 0, 12.5, '12.50', '1e3')]),
      ...textFields.map((name) => [name, fc.option(fc.string())]),
    ]),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anyWire, (wire) => {
      const once = productFrom(wire)
      expect(toProduct(once)).toEqual({ ok: true, product: once, unknownFields: [], oddities: [] })
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WireProduct } from '../../../src/contracts/partner.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { key } from '../../helpers/content/records.ts'

const least = { ...key, name: 'Dichtband' }
const fields = Object.keys(WireProduct.shape)
const anyField = fc.constantFrom(...fields)
/** Arbitrary JSON, and JSON that nearly is what belongs there. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.array(
    fc.record({ name: fc.jsonValue(), norm: fc.jsonValue(), value: fc.jsonValue() }, { requiredKeys: [] }),
  ),
  fc.constantFrom('unknown', '12.5', '1e999', '', null, true, -0, 1e300),
)

test('a value in a field is read, left out or named in the reason', () => {
  const outcomes = new Set<boolean>()
  fc.assert(
    fc.property(anyField, anyValue, (field, value) => {
      const parsed = toProduct({ ...least, [field]: value })
      outcomes.add(parsed.ok)
      if (parsed.ok) expect(Object.keys(parsed.product).sort()).toEqual([...fields].sort())
      else expect(parsed.reason).toMatch(new RegExp(`[: ]${field}(\\.\\w+)* is [^]+ instead of [^]+`))
    }),
    { numRuns: 600 },
  )
  expect(outcomes).toEqual(new Set([true, false]))
})

test('whatever the body is, no field of it is blamed that is right', () => {
  const anyBody = fc.dictionary(fc.oneof(anyField, fc.string()), anyValue, { maxKeys: 12 })
  fc.assert(
    fc.property(anyBody, anyField, (body, right) => {
      const parsed = toProduct({ ...body, ...least, [right]: right in least ? 'x' : null })
      if (!parsed.ok) expect(parsed.reason).not.toMatch(new RegExp(`(: |; )${right}(\\.\\w+)* is `))
    }),
    { numRuns: 400 },
  )
})

test.each([null, undefined, true, 0, 'text', [], [{}], new Date(0)])(
  '%j is rejected as a product, with a reason',
  (body) => {
    expect(toProduct(body)).toEqual({ ok: false, reason: expect.stringMatching(/./) })
  },
)

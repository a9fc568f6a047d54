import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { driftFaults, explainDrift } from '../../../src/core/text/drift.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { key } from '../../helpers/content/records.ts'

const told = (fields: object) => {
  const parsed = toProduct({ ...key, name: 'Dichtband', ...fields })
  return parsed.ok ? 'a product' : parsed.reason
}

describe('an identity in another form is reported with the received and the expected value', () => {
  test.each([
    ['name is missing instead of a text', { name: undefined }],
    ['gtin is 4026632884258 instead of a text', { gtin: 4026632884258 }],
    ['language is ["de-de"] instead of a text', { language: ['de-de'] }],
    ['language is true instead of a text; name is null instead of a text', { language: true, name: null }],
  ])('%s', (fault, fields) => {
    const [first = '', second] = fault.split('; ')
    const reason = told(fields)
    expect(reason).toMatch(/^the record does not match the partner’s API: .* Ask the partner to fix it$/)
    expect(reason).toContain(first)
    expect(reason).toContain(second ?? first)
  })

  test('a long value is cut', () => {
    const showOf = (name: string) => explainDrift({ name: [name] }, [{ path: ['name'], expected: 'a text' }])
    expect(showOf('x'.repeat(100))).toContain(`name is ["${'x'.repeat(58)}… instead of a text`)
    expect(showOf('x'.repeat(56))).toContain(`name is ["${'x'.repeat(56)}"] instead of a text`)
  })

  test.each([
    [5, 'h is "h" instead of x.'],
    [6, 'h is "h" instead of x; and 1 more.'],
    [9, 'h is "h" instead of x; and 4 more.'],
  ])('five of %i differences are shown', (count, end) => {
    const faults = Array.from({ length: count }, () => ({ path: ['h'], expected: 'x' }))
    const text = explainDrift({ h: 'h' }, faults)
    expect(text.split(' instead of ')).toHaveLength(6)
    expect(text).toContain(end)
  })

  test('a body of the wrong type, and a path into a value without fields, are reported as well', () => {
    const faults = [
      { path: [], expected: 'an object' },
      { path: ['a', 'b'], expected: 'a text' },
    ]
    expect(explainDrift(null, faults)).toContain(
      ': the whole record is null instead of an object; a.b is missing',
    )
    expect(explainDrift({ a: 'text' }, faults)).toContain('a.b is missing instead of a text')
  })

  test('a rule without a known description is reported in general terms', () => {
    const { error } = z.object({ code: z.string().min(3) }).safeParse({ code: 'x' })
    expect(driftFaults(error?.issues ?? [])).toEqual([{ path: ['code'], expected: 'what is documented' }])
  })
})

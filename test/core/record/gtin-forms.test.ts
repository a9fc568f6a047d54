import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gtinCheckDigit, isGtin } from '../../../src/contracts/gtin.ts'
import { looksLikeGtin, readGtin } from '../../../src/core/record/gtin-forms.ts'

const gtin = fc.stringMatching(/^\d{12}$/).map((digits) => digits + gtinCheckDigit(digits))

describe('a GTIN as catalogues write it', () => {
  test.each([
    '4026639000019',
    ' 4026639000019\u00A0',
    "'4026639000019",
    '"4026639000019"',
    '="4026639000019"',
    '4026639000019.0',
    '4026639000019,00',
    '4 026639 000019',
    '4-026639-000019',
    '4.026.639.000.019',
    '4,026,639,000,019',
    '4.026639000019E+12',
    '４０２６６３９００００１９',
    '\uFEFF4026639\u200B000019',
    '04026639000019',
    '(01)04026639000019',
  ])('%j is read', (text) => {
    expect(readGtin(text)).toMatchObject({ ok: true, gtin: '4026639000019' })
  })

  test.each([
    ['4,02664E+12', /^was rounded by a spreadsheet/],
    ['4E12', /^was rounded by a spreadsheet/],
    ['14026639000016', /^is the GTIN-14 of a package/],
    ['04026639000018', /^has a wrong check digit/],
    ['4026639000018', /^has a wrong check digit/],
    ['4026640000000', /^has a wrong check digit; a spreadsheet has probably rounded it/],
    ['402663900001', /^has 12 digits, a GTIN-13 has 13/],
    ['96385075', /^has 8 digits, a GTIN-13 has 13/],
    ['40266390000190', /^is the GTIN-14 of a package/],
    ['402663900001900', /^has 15 digits/],
    ['4026639000019.5', /^is not a GTIN-13/],
    ['-', /^is not a GTIN-13/],
    ['', /^is not a GTIN-13/],
  ])('%j is not read: %s', (text, reason) => {
    expect(readGtin(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })

  test('is never another number than its digits', () => {
    fc.assert(
      fc.property(fc.oneof(gtin, fc.stringMatching(/^[\d.,'E+ -]{6,20}$/)), (text) => {
        const read = readGtin(text)
        if (!read.ok) return
        expect(isGtin(read.gtin)).toBe(true)
        const mantissa = text
          .replace(/E.*/i, '')
          .replace(/[.,]0+\s*$/, '')
          .replace(/\D/g, '')
        expect(text.replace(/\D/g, '').includes(read.gtin.replace(/^0+/, '')) || mantissa === read.gtin).toBe(
          true,
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['4,02664E+12', true],
  ['4026639000018', true],
  ['402663900001', true],
  ['1203', false],
  ['402663900001900', false],
  ['Etikett', false],
])('%j is almost a GTIN: %s', (text, expected) => {
  expect(looksLikeGtin(text)).toBe(expected)
})

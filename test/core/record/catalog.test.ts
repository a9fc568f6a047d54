import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Gtin, gtinCheckDigit, isGtin } from '../../../src/contracts/gtin.ts'
import { checkCatalog } from '../../../src/core/record/catalog.ts'

const first12 = fc.stringMatching(/^\d{12}$/)
const valid = first12.map((digits) => digits + gtinCheckDigit(digits))
const entriesOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({ place: `line ${index + 1}`, text }))

describe('a GTIN’s check digit', () => {
  test.each(['4006381333931', '5901234123457', '9780201379624', '0000000000000'])('%s is right', (gtin) => {
    expect(isGtin(gtin)).toBe(true)
    expect(Gtin.safeParse(gtin).success).toBe(true)
  })

  test.each([
    '4006381333932',
    '400638133393',
    '40063813339310',
    '',
    ' 4006381333931',
    '４００６３８１３３３９３１',
    '400638133393X',
  ])('%j is none', (text) => {
    expect(isGtin(text)).toBe(false)
  })

  test('makes the weighted sum a multiple of ten', () => {
    fc.assert(
      fc.property(valid, (gtin) => {
        const sum = Array.from(gtin).reduce(
          (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
          0,
        )
        expect(sum % 10).toBe(0)
        expect(isGtin(gtin)).toBe(true)
      }),
    )
  })

  test('reveals any single wrong digit', () => {
    fc.assert(
      fc.property(valid, fc.nat(12), fc.integer({ min: 1, max: 9 }), (gtin, at, by) => {
        const wrong = String((Number(gtin[at]) + by) % 10)
        expect(isGtin(gtin.slice(0, at) + wrong + gtin.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('a catalogue', () => {
  test('keeps its order and each GTIN once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(valid, { maxLength: 30 }), fc.array(fc.nat(100)), (gtins, repeats) => {
        const again = repeats.flatMap((index) => gtins[index] ?? [])
        expect(checkCatalog(entriesOf([...gtins, ...again])).gtins).toEqual(gtins)
      }),
    )
  })

  test('loses no entry: each is a GTIN or an error with its line', () => {
    const anyEntry = fc.oneof(valid, fc.string(), fc.constantFrom('4006381333931', ' 4006381333931\t', '12'))
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 30 }), (texts) => {
        const { gtins, faults } = checkCatalog(entriesOf(texts))
        expect(gtins.every(isGtin)).toBe(true)
        expect(new Set(gtins).size).toBe(gtins.length)
        const places = faults.slice(0, 20).map((fault) => Number(/^line (\d+): /.exec(fault)?.[1]))
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        for (const place of places) expect(texts[place - 1]).toBeDefined()
        const hidden = Number(/^and (\d+) more$/.exec(faults[20] ?? 'and 0 more')?.[1])
        expect(gtins.length + places.length + hidden).toBe(texts.length)
      }),
    )
  })

  test('names a duplicate with both of its places', () => {
    expect(checkCatalog(entriesOf(['4006381333931', '5901234123457', ' 4006381333931 ']))).toEqual({
      gtins: ['4006381333931', '5901234123457'],
      faults: ['line 3: 4006381333931 is already listed at line 1'],
      unreadable: 0,
      notes: [],
    })
  })

  test.each([
    ['4006381333932', 'line 1: "4006381333932" has a wrong check digit'],
    ['400638133393', 'line 1: "400638133393" has 12 digits, a GTIN-13 has 13'],
    [
      '4.00638E+12',
      'line 1: "4.00638E+12" was rounded by a spreadsheet, which shows long numbers in this way. Format its column as text and export it again',
    ],
    ['', 'line 1: "" is not a GTIN-13: 13 digits are expected'],
  ])('explains why %j is not a GTIN, and continues', (text, fault) => {
    expect(checkCatalog(entriesOf([text, '4006381333931']))).toEqual({
      gtins: ['4006381333931'],
      faults: [fault],
      unreadable: 1,
      notes: [],
    })
  })

  test('counts entries of 14, 12 or 8 digits, with the first as an example', () => {
    const texts = [' 04006381333931 ', '05901234123457', '96385074', '4006381333931']
    expect(checkCatalog(entriesOf(texts))).toEqual({
      gtins: ['4006381333931', '5901234123457', '0000096385074'],
      faults: ['line 4: 4006381333931 is already listed at line 1'],
      unreadable: 0,
      notes: [
        '2 entries are written as GTIN-14 and read as GTIN-13, for example line 1: 04006381333931 is 4006381333931',
        '1 entry is written as EAN-8 and read as GTIN-13, for example line 3: 96385074 is 0000096385074',
      ],
    })
  })

  test('shows twenty errors and counts the rest', () => {
    const { faults } = checkCatalog(entriesOf(Array.from({ length: 25 }, () => 'x')))
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe('and 5 more')
  })
})

test('rows without a GTIN, totals and repeated headers are counted in notes, and broken rows as unreadable', () => {
  const entries = [
    { place: 'line 1', text: '4006381333931' },
    { place: 'line 2', empty: 'noGtin' },
    { place: 'line 3', empty: 'header' },
    { place: 'line 4', empty: 'noGtin' },
    { place: 'line 5', empty: 'total' },
    { place: 'line 6', fault: 'is cut off' },
  ] as const
  expect(checkCatalog(entries)).toEqual({
    gtins: ['4006381333931'],
    faults: ['line 6 is cut off'],
    unreadable: 1,
    notes: [
      '2 entries have no GTIN, for example line 2',
      '1 row repeats the header, for example line 3',
      '1 row is a total, for example line 5',
    ],
  })
})

test.each([
  ['noGtin', '1 entry has no GTIN', '2 entries have no GTIN'],
  ['total', '1 row is a total', '2 rows are totals'],
  ['header', '1 row repeats the header', '2 rows repeat the header'],
] as const)('one part without a GTIN and two of them: %s', (empty, one, two) => {
  const entries = [
    { place: 'line 7', empty },
    { place: 'line 9', empty },
  ]
  expect(checkCatalog(entries.slice(0, 1)).notes).toEqual([`${one}, for example line 7`])
  expect(checkCatalog(entries).notes).toEqual([`${two}, for example line 7`])
})

test('columns belong to the first entry of each GTIN', () => {
  const entries = [
    { place: 'line 1', text: '4006381333931', columns: { shelf: 'A' } },
    { place: 'line 2', text: '4006381333931', columns: { shelf: 'B' } },
    { place: 'line 3', text: '5901234123457' },
  ]
  expect([...(checkCatalog(entries).columns ?? [])]).toEqual([['4006381333931', { shelf: 'A' }]])
  expect(checkCatalog(entries.slice(2))).not.toHaveProperty('columns')
})

import { expect, test } from 'vitest'
import { addOddities, countOddities, type Oddity } from '../../../src/core/record/oddities.ts'
import { quoteOdd } from '../../../src/core/reading/reading.ts'

const odd = (phrase: string, records = 1, example = 'a/de'): Oddity => ({ phrase, records, example })

test('a phrase counts once for each of its records, with the first of them as the example', () => {
  const counted = countOddities([
    { id: 'b/de', phrases: ['x is odd', 'x is odd', 'y is odd'] },
    { id: 'a/de', phrases: ['x is odd'] },
    { id: 'c/de', phrases: [] },
  ])
  expect(counted).toEqual([odd('x is odd', 2, 'a/de'), odd('y is odd', 1, 'b/de')])
})

test('the oddities of chunks add up, the commonest first', () => {
  const sum = addOddities([odd('x is odd', 2), odd('y is odd', 4, 'c/de'), odd('x is odd', 3, 'b/de')])
  expect(sum).toEqual([odd('x is odd', 5), odd('y is odd', 4, 'c/de')])
})

test('a thousand different values of a field are one line, in whatever parts they are added', () => {
  const values = Array.from({ length: 1000 }, (_, at) => odd(`unit "${at}" is unknown`))
  const merged = [odd('unit "0" is unknown, as are other values', 1000)]
  expect(addOddities(values)).toEqual(merged)
  const parts = [addOddities(values.slice(0, 400)), addOddities(values.slice(400, 998)), values.slice(998)]
  expect(addOddities(parts.flat())).toMatchObject([{ records: 1000 }])
})

test('a few values of a field have a line each', () => {
  expect(addOddities([odd('unit "a" is unknown'), odd('unit "b" is unknown', 2)])).toEqual([
    odd('unit "b" is unknown', 2),
    odd('unit "a" is unknown'),
  ])
})

test('at most fifty kinds are kept, the commonest ones, each at most 200 characters long', () => {
  const many = Array.from({ length: 60 }, (_, at) => odd(`field ${at} is odd`, at + 1))
  const kept = addOddities([...many, odd('x'.repeat(300), 100)])
  expect(kept).toHaveLength(50)
  expect(kept[0]).toEqual(odd('x'.repeat(200), 100))
  expect(kept.at(-1)).toEqual(odd('field 11 is odd', 12))
})

test('quotation marks inside of a value are replaced', () => {
  expect(quoteOdd('Band 2"')).toBe(`"Band 2'"`)
  expect(quoteOdd([['a']])).toBe(`"[['a']]"`)
  expect(quoteOdd(true)).toBe('"true"')
})

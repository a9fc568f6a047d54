import { expect, test } from 'vitest'
import { closestTo, isWithin } from '../../../src/core/text/closest-to.ts'

const known = ['title', 'excerpt', 'acf']

test.each([
  ['titel', 'title', 'swaps two letters'],
  ['titl', 'title', 'drops a letter'],
  ['tittle', 'title', 'doubles a letter'],
  ['tible', 'title', 'replaces a letter'],
  ['exerp', 'excerpt', 'drops two letters'],
  ['acg', 'acf', 'replaces a letter of a short name'],
])('%s is meant as %s, because it %s', (name, meant) => {
  expect(closestTo(name, known)).toBe(meant)
})

test.each([
  ['a', 'drops two letters of a short name'],
  ['ab', 'differs in two letters from a short name'],
  ['headline', 'is another word'],
  ['', 'is empty'],
])('“%s” is meant as none of them, because it %s', (name) => {
  expect(closestTo(name, ['acf', 'title'])).toBeUndefined()
})

test('a name with one edit is closer than an earlier one with two', () => {
  expect(closestTo('prise', ['pride1', 'price'])).toBe('price')
})

test('a long text is compared with a short one without many steps', () => {
  expect(isWithin('x'.repeat(1_000_000), 'title', 2)).toBe(false)
})

import { expect, test } from 'vitest'
import { capitalized, sentenceOf, shortened } from '../../../src/core/report/sentence.ts'

test.each<[string, string]>([
  ['The page is gone', 'The page is gone.'],
  ['The page is gone.', 'The page is gone.'],
  ['Is it gone?', 'Is it gone?'],
])('as a sentence, the message "%s" is "%s"', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence)
})

test('a text of more than 200 characters is cut, and stays well-formed', () => {
  expect(shortened('a'.repeat(200))).toBe('a'.repeat(200))
  expect(shortened('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  expect(shortened(`${'a'.repeat(199)}😀`)).toBe(`${'a'.repeat(199)}\u{fffd}…`)
})

test.each([
  ['the page is gone', 'The page is gone'],
  ['failed: no answer', 'Failed: no answer'],
  ['https://site.example is down', 'https://site.example is down'],
  ['item_number changed', 'item_number changed'],
  ['', ''],
])('%j starts a sentence as %j', (text, expected) => {
  expect(capitalized(text)).toBe(expected)
})

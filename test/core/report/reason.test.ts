import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupOf,
  sentenceOf,
  wholeOf,
  withoutCause,
  withoutCommands,
} from '../../../src/core/report/reason.ts'

test.each<[string, string]>([
  ['The page is gone', 'The page is gone'],
  ['Would retire 9 of 10 pages. If this is wanted: product-mirror approve 7', 'Would retire 9 of 10 pages'],
  ['The page was edited; decide: product-mirror decisions; it stays', 'The page was edited; it stays'],
])('without its commands, the reason "%s" is "%s"', (reason, text) => {
  expect(withoutCommands(reason)).toBe(text)
})

test.each<[string, string]>([
  ['The page is gone', 'The page is gone.'],
  ['The page is gone.', 'The page is gone.'],
  ['Is it gone?', 'Is it gone?'],
  ['Would retire 9 pages. If this is wanted: product-mirror approve 7', 'Would retire 9 pages.'],
])('as a sentence, the message "%s" is "%s"', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence)
})

test.each<[string, string]>([
  ['GET https://partner.example/a/1 (503)', 'GET … (…)'],
  ['09506000134352/de-at: HTTP 404', '…/…: HTTP …'],
  ['The time 2026-11-20 is not well-formed text', 'The time … is not well-formed text'],
  ['The asset 7 is missing; see: product-mirror status', 'The asset … is missing'],
])('the reason "%s" belongs to the group "%s"', (reason, group) => {
  expect(groupOf(reason)).toBe(group)
})

test('the only reason of a group keeps its numbers and languages', () => {
  expect(wholeOf('09506000134352/de-at: HTTP 404; see: product-mirror status')).toBe(
    '09506000134352/de-at: HTTP 404',
  )
})

test('a reason of more than 200 characters is cut, and stays well-formed', () => {
  expect(wholeOf('a'.repeat(200))).toBe('a'.repeat(200))
  expect(wholeOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  expect(groupOf(`${'a'.repeat(199)}😀`)).toBe(`${'a'.repeat(199)}\u{fffd}…`)
})

test('a record of a failed run does not repeat its cause', () => {
  const failure = { message: 'The CMS rejected the credentials.' }
  expect(withoutCause('not written: The CMS rejected the credentials', failure)).toBe(
    'not written: see the cause above',
  )
  expect(withoutCause('the disk is full', undefined)).toBe('the disk is full')
})

test('commands are removed exactly as by a pattern that is too slow for long text', () => {
  const slow = (reason: string): string => reason.replace(/[.;]?\s*[^.;:]*:\s*product-mirror [^;]*/g, '')
  const part = fc.constantFrom('product-mirror ', ':', ': ', ';', '.', ' ', 'a', 'b c', '\n')
  const anyReason = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyReason, (reason) => {
      expect(withoutCommands(reason)).toBe(slow(reason))
    }),
    { numRuns: 500 },
  )
})

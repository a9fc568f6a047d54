import { expect, test } from 'vitest'
import { toChecked, toCheckLines, toSum } from '../../../src/cli/output/doctor-lines.ts'

const plain = (_: string, text: string): string => text
const failed = toChecked(
  'Partner',
  'failed',
  'The partner refuses the token (401: Invalid token.). Check PARTNER_TOKEN, and that it may read. Ask the partner.',
)
const warning = toChecked(
  'Redis',
  'warning',
  'no append-only file: a crash loses minutes. Set appendonly to yes',
)

test('what to do is parted from what is the matter', () => {
  expect(failed).toEqual({
    name: 'Partner',
    state: 'failed',
    text: 'The partner refuses the token (401: Invalid token.)',
    remedy: 'Check PARTNER_TOKEN, and that it may read. Ask the partner.',
  })
})

test('what is fine, and what says nothing to do, is told whole', () => {
  expect(toChecked('Partner', 'ok', 'fine. Check nothing')).not.toHaveProperty('remedy')
  expect(toChecked('Partner', 'failed', 'Check this')).toEqual({
    name: 'Partner',
    state: 'failed',
    text: 'Check this',
  })
})

test('each check has a sign and a word, and its remedy below', () => {
  expect(
    [failed, warning, toChecked('CMS user', 'ok', 'signed in')].flatMap((each) => toCheckLines(each, plain)),
  ).toEqual([
    '✗ FAIL Partner        The partner refuses the token (401: Invalid token.)',
    '                      → Check PARTNER_TOKEN, and that it may read. Ask the partner.',
    '! look Redis          no append-only file: a crash loses minutes',
    '                      → Set appendonly to yes',
    '✓ ok   CMS user       signed in',
  ])
})

test.each([40, 80])('lines fit into %s columns', (columns) => {
  const lines = [failed, warning].flatMap((each) => toCheckLines(each, plain, columns))
  expect(lines.filter((line) => line.length > columns)).toEqual([])
})

test('the sum says whether anything is in the way', () => {
  expect(toSum([warning])).toBe('Nothing is in the way of a sync; 1 worth a look.')
  expect(toSum([failed, warning])).toBe('1 to repair; 1 worth a look.')
  expect(toSum([])).toBe('Nothing is in the way of a sync.')
})

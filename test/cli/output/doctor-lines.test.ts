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

test('a check of doctor splits the remedy from the problem', () => {
  expect(failed).toEqual({
    name: 'Partner',
    state: 'failed',
    text: 'The partner refuses the token (401: Invalid token.)',
    remedy: 'Check PARTNER_TOKEN, and that it may read. Ask the partner.',
  })
})

test('a check of doctor keeps a quotation whole, even if it reads like a remedy', () => {
  const quoted = 'Rate-limited by the CMS (503: Down for maintenance. Check back soon.). Wait until then.'
  expect(toChecked('CMS user', 'failed', quoted)).toMatchObject({
    text: 'Rate-limited by the CMS (503: Down for maintenance. Check back soon.)',
    remedy: 'Wait until then.',
  })
})

test('a check that passed or has no remedy is not split', () => {
  expect(toChecked('Partner', 'ok', 'fine. Check nothing')).not.toHaveProperty('remedy')
  expect(toChecked('Partner', 'failed', 'Check this')).toEqual({
    name: 'Partner',
    state: 'failed',
    text: 'Check this',
  })
})

test('each check of doctor has a mark, a word, and its remedy below', () => {
  expect(
    [failed, warning, toChecked('CMS user', 'ok', 'signed in')].flatMap((each) => toCheckLines(each, plain)),
  ).toEqual([
    '✗ FAIL Partner        The partner refuses the token (401: Invalid token.)',
    '                      → Check PARTNER_TOKEN, and that it may read. Ask the partner.',
    '! warn Redis          no append-only file: a crash loses minutes',
    '                      → Set appendonly to yes',
    '✓ ok   CMS user       signed in',
  ])
})

test.each([40, 80])('the lines of doctor fit into %s columns', (columns) => {
  const lines = [failed, warning].flatMap((each) => toCheckLines(each, plain, columns))
  expect(lines.filter((line) => line.length > columns)).toEqual([])
})

test('the last line of doctor counts errors and warnings', () => {
  expect(toSum([warning])).toBe('Ready to sync, 1 warning.')
  expect(toSum([failed, warning])).toBe('1 error, 1 warning.')
  expect(toSum([])).toBe('Ready to sync.')
})

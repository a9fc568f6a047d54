import { expect, test } from 'vitest'
import { readUntil } from '../../../src/lib/time/read-until.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const inVienna = (text: string, at = now): string | undefined => {
  const until = readUntil(text, at, 'Europe/Vienna')
  return until === undefined ? undefined : new Date(until).toISOString()
}

test.each([
  ['90m', '2026-11-20T11:30:00.000Z'],
  ['2 h', '2026-11-20T12:00:00.000Z'],
  ['3d', '2026-11-23T10:00:00.000Z'],
  ['18:00', '2026-11-20T17:00:00.000Z'],
  ['11:00', '2026-11-21T10:00:00.000Z'],
  ['2026-12-01', '2026-11-30T23:00:00.000Z'],
  ['2026-12-01 06:00', '2026-12-01T05:00:00.000Z'],
  ['2026-12-01T06:00:30', '2026-12-01T05:00:30.000Z'],
  ['2026-12-01T06:00Z', '2026-12-01T06:00:00.000Z'],
  ['2026-12-01T06:00:00.000+02:00', '2026-12-01T04:00:00.000Z'],
])('%s is a time', (text, until) => {
  expect(inVienna(text)).toBe(until)
})

test.each([
  '',
  'tomorrow',
  '2h30',
  '0m',
  '2026-11-20T09:59Z',
  '2026-02-31',
  '25:00',
  '10:60',
  '400d',
  '2028-01-01',
])('“%s” is not a time in the next year', (text) => {
  expect(inVienna(text)).toBeUndefined()
})

test('in a night whose clock changes, a pause ends late rather than early', () => {
  // 02:30 occurs twice; the second one is an hour after the first.
  expect(inVienna('2026-10-25 02:30', Date.parse('2026-10-24T12:00Z'))).toBe('2026-10-25T01:30:00.000Z')
  // 02:30 does not occur.
  expect(inVienna('2027-03-28 02:30', Date.parse('2027-03-27T12:00Z'))).toBe('2027-03-28T01:30:00.000Z')
})

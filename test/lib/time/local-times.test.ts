import { describe, expect, test } from 'vitest'
import { dayAfter, localTime, startOfDay } from '../../../src/lib/time/time-text.ts'
import { localTimesIn, withLocalTimes } from '../../../src/lib/time/local-times.ts'

const clock = { timeZone: 'Europe/Vienna', now: Date.parse('2026-11-21T00:10:00Z') }

describe('times on a page', () => {
  test('are in the time zone, with UTC on hover', () => {
    expect(withLocalTimes('<p>Held since 2026-11-20 23:30 UTC.</p>', clock)).toBe(
      '<p>Held since <time datetime="2026-11-20T23:30Z" title="2026-11-20 23:30 UTC">2026-11-21 00:30 CET</time>.</p>',
    )
  })

  test('without a day are those nearest to now', () => {
    expect(withLocalTimes('Next try at 23:59:30 UTC', clock)).toBe(
      'Next try at <time datetime="2026-11-20T23:59:30Z" title="23:59:30 UTC">00:59:30 CET</time>',
    )
    expect(localTimesIn('Next try at 00:20:05 UTC', clock)).toBe('Next try at 01:20:05 CET')
  })

  test('that only text may contain are text', () => {
    const before = '<title>2026-07-01 06:00 UTC</title><a aria-label="since 2026-07-01 06:00 UTC">x</a>'
    expect(withLocalTimes(before, clock)).toBe(
      '<title>2026-07-01 08:00 CEST</title><a aria-label="since 2026-07-01 08:00 CEST">x</a>',
    )
  })

  test.each([
    '<table class="diff"><tr><td>2026-11-20 06:00 UTC<table></table></td></tr></table>',
    '<dl class="values"><dd>2026-11-20 06:00 UTC</dd></dl>',
    '<ins>2026-11-20 06:00 UTC</ins>',
    '<code>2026-11-20 06:00 UTC</code>',
    '<input value="2026-11-20 06:00 UTC">',
    '<p>2026-13-45 99:00 UTC</p>',
  ])('that are content, not ours, are unchanged: %s', (html) => {
    const after = '<p>2026-11-20 06:00 UTC</p>'
    expect(withLocalTimes(html + after, clock)).toBe(html + withLocalTimes(after, clock))
  })
})

test.each([
  ['UTC', '2026-11-20 06:00 UTC'],
  ['Europe/Vienna', '2026-11-20 07:00 CET'],
  ['America/New_York', '2026-11-20 01:00 EST'],
  ['Asia/Kolkata', '2026-11-20 11:30 IST'],
  ['Asia/Tokyo', '2026-11-20 15:00 UTC+9'],
  ['Pacific/Kiritimati', '2026-11-20 20:00 UTC+14'],
])('a time in %s is %s', (timeZone, expected) => {
  const { day, minute, zone } = localTime('2026-11-20T06:00:00Z', timeZone)
  expect(`${day} ${minute} ${zone}`).toBe(expected)
})

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20', 'Europe/Vienna', '2026-11-19T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Vienna', '2026-03-28T23:00:00.000Z'],
  ['2026-10-26', 'Europe/Vienna', '2026-10-25T23:00:00.000Z'],
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
  // The clocks change at midnight, so that the day starts at 1:00.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('%s in %s starts at %s', (day, timeZone, expected) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(expected)
})

test('the day after a change of the year or of the clocks', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2026-03-29', -1)).toBe('2026-03-28')
})

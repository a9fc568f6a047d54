import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createWriteSchedule,
  parseWriteWindows,
  writeWindowsFault,
  type WriteWindow,
} from '../../../src/lib/time/write-windows.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

function windowsOf(text: string): readonly WriteWindow[] {
  const read = parseWriteWindows(text)
  if (!read.ok) throw new Error(read.fault)
  return read.windows
}

const scheduleOf = (text: string, zone: string) => createWriteSchedule(windowsOf(text), zone)

/** The periods in which a schedule is open, minute by minute, in UTC without the date. */
function periodsOf(text: string, zone: string, day: string): string[] {
  const { isOpen } = scheduleOf(text, zone)
  const start = Date.parse(`${day}T00:00Z`)
  const periods: string[] = []
  for (let at = start; at < start + dayMs; at += minuteMs) {
    if (isOpen(at) && !isOpen(at - minuteMs)) periods.push(new Date(at).toISOString().slice(11, 16))
    if (!isOpen(at) && isOpen(at - minuteMs)) periods.push(`-${new Date(at).toISOString().slice(11, 16)}`)
  }
  return periods
}

describe('the syntax', () => {
  test.each<[string, WriteWindow[]]>([
    ['22:00-06:00', [{ days: [0, 1, 2, 3, 4, 5, 6], from: 1320, to: 360 }]],
    ['* 00:00-24:00', [{ days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 1440 }]],
    [
      'Mon-Fri 22:00-06:00; Sat,Sun 00:00-24:00',
      [
        { days: [1, 2, 3, 4, 5], from: 1320, to: 360 },
        { days: [0, 6], from: 0, to: 1440 },
      ],
    ],
    ['fri - mon 1:30 - 2:00', [{ days: [0, 1, 5, 6], from: 90, to: 120 }]],
    [
      '1-5 12:00-13:00, 18:30-19:00;',
      [
        { days: [1, 2, 3, 4, 5], from: 720, to: 780 },
        { days: [1, 2, 3, 4, 5], from: 1110, to: 1140 },
      ],
    ],
    ['7,wednesday 09:00-10:00', [{ days: [0, 3], from: 540, to: 600 }]],
  ])('%s', (text, windows) => {
    expect(windowsOf(text)).toEqual(windows)
  })

  test.each([
    ['', /contains no window/],
    [';', /contains no window/],
    ['Mon-Fri', /“Mon-Fri” has no hours such as 22:00-06:00/],
    ['Mo 22:00-06:00', /“Mo” are not days/],
    ['Mon-Fri-Sun 22:00-06:00', /are not days/],
    ['8 22:00-06:00', /“8” are not days/],
    ['22:00-25:00', /are not hours from 00:00 to 24:00/],
    ['24:00-06:00', /are not hours/],
    ['22:60-23:00', /are not hours/],
    ['22:00-22:00', /is empty; a whole day is 00:00-24:00/],
    ['0 22 * * *', /has no hours/],
  ])('%s is refused with the reason', (text, reason) => {
    expect(writeWindowsFault(text)).toMatch(reason)
  })
})

describe('changes of the clock', () => {
  test('a window in the hour that the clock skips does not open that night', () => {
    expect(periodsOf('02:00-03:00', 'Europe/Berlin', '2027-03-28')).toEqual([])
    const opens = scheduleOf('02:00-03:00', 'Europe/Berlin').opensAt(Date.parse('2027-03-28T00:00Z'))
    expect(new Date(opens).toISOString()).toBe('2027-03-29T00:00:00.000Z')
  })

  test('a window that starts in the skipped hour opens when the clock has skipped it', () => {
    expect(periodsOf('02:30-04:00', 'Europe/Berlin', '2027-03-28')).toEqual(['01:00', '-02:00'])
    const opens = scheduleOf('02:30-04:00', 'Europe/Berlin').opensAt(Date.parse('2027-03-27T22:00Z'))
    expect(new Date(opens).toISOString()).toBe('2027-03-28T01:00:00.000Z')
  })

  test('a window in the repeated hour is open whenever the clock shows it', () => {
    expect(periodsOf('02:15-02:45', 'Europe/Berlin', '2026-10-25')).toEqual([
      '00:15',
      '-00:45',
      '01:15',
      '-01:45',
    ])
  })

  test('a night window ends when the clock shows its end', () => {
    expect(periodsOf('22:00-06:00', 'Europe/Berlin', '2026-10-25')).toEqual(['-05:00', '21:00'])
    expect(periodsOf('22:00-06:00', 'Europe/Berlin', '2027-03-28')).toEqual(['-04:00', '20:00'])
  })

  test('a zone may change its clock by half an hour', () => {
    // On Lord Howe Island, the clock skips 02:00 to 02:30, and repeats 01:30 to 02:00.
    expect(periodsOf('02:00-02:30', 'Australia/Lord_Howe', '2026-10-03')).toEqual([])
    expect(periodsOf('01:30-02:00', 'Australia/Lord_Howe', '2026-04-04')).toEqual(['14:30', '-15:30'])
  })
})

/** A clock that is not this code: what the locale data shows as weekday and minute. */
function shownIn(zone: string, time: number): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(time)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(of('weekday'))
  return { day, minute: Number(of('hour')) * 60 + Number(of('minute')) }
}

const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/New_York', 'UTC'] as const
/** Two days around each change of a clock, and an ordinary day. */
const starts = ['2026-10-24', '2027-03-27', '2026-04-04', '2026-10-03', '2026-11-01', '2026-07-01']
const anyWindow = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: fc.integer({ min: 0, max: 1439 }),
    to: fc.integer({ min: 0, max: 1440 }),
  })
  .filter(({ from, to }) => from !== to)
const anyTime = fc
  .tuple(fc.constantFrom(...starts), fc.integer({ min: 0, max: 2 * 1440 }))
  .map(([day, minute]) => Date.parse(`${day}T00:00Z`) + minute * minuteMs)

describe('for any windows, zones and times', () => {
  test('a time is open only if the clock on the wall is within a window', () => {
    fc.assert(
      fc.property(
        fc.array(anyWindow, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...zones),
        anyTime,
        (windows, zone, time) => {
          const { day, minute } = shownIn(zone, time)
          const isWithin = windows.some(({ days, from, to }) =>
            from < to
              ? days.includes(day) && from <= minute && minute < to
              : (days.includes(day) && minute >= from) || (days.includes((day + 6) % 7) && minute < to),
          )
          expect(createWriteSchedule(windows, zone).isOpen(time)).toBe(isWithin)
        },
      ),
    )
  })

  test('the next opening is open, and no minute before it is', () => {
    fc.assert(
      fc.property(
        fc.array(anyWindow, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(...zones),
        anyTime,
        (windows, zone, time) => {
          const { isOpen, opensAt } = createWriteSchedule(windows, zone)
          const opens = opensAt(time)
          expect(isOpen(opens)).toBe(true)
          for (let at = time; at < Math.min(opens, time + 2 * dayMs); at += minuteMs)
            expect(isOpen(at)).toBe(false)
        },
      ),
      { numRuns: 25 },
    )
  })
})

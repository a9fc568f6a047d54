import { createLocalClock, type LocalClock } from './local-time.ts'

/**
 * Hours that recur each week in local time. Days from 0 (Sunday), times in minutes since midnight; with
 * `to` before `from`, a window ends on the next day.
 */
export type WriteWindow = { days: readonly number[]; from: number; to: number }

/** When writes to the CMS are allowed; times in ms since 1970. */
export type WriteSchedule = {
  isOpen: (time: number) => boolean
  /** The next moment at which a window is open; `time` itself if it is. */
  opensAt: (time: number) => number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** A window that a change of the clock skips is open again within this time. */
const furthestMs = 3 * weekMs

/**
 * Reads WRITE_WINDOWS, such as `Mon-Fri 22:00-06:00; Sat,Sun 00:00-24:00`: windows separated by semicolons, each with the
 * days on which it starts (none: every day) and its hours. Returns the windows, or the first error and its remedy.
 */
export function parseWriteWindows(
  text: string,
): { ok: true; windows: readonly WriteWindow[] } | { ok: false; fault: string } {
  const windows: WriteWindow[] = []
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const [, dayText = '', hours = ''] = /^(.*?)\s*((?:\d+:\d+\s*-\s*\d+:\d+\s*,?\s*)+)$/.exec(part) ?? []
    if (hours === '') return fault(`“${part}” has no hours such as 22:00-06:00`)
    const days = readDays(dayText)
    if (days === undefined) return fault(`“${dayText}” are not days such as Mon-Fri, Sat,Sun or *`)
    for (const range of hours.split(',').map((one) => one.trim())) {
      if (range === '') continue
      const [from, to] = range.split('-').map((time) => readTime(time.trim()))
      if (from === undefined || to === undefined || from === 24 * 60)
        return fault(`“${range}” are not hours from 00:00 to 24:00`)
      if (from === to) return fault(`“${range}” is empty; a whole day is 00:00-24:00`)
      windows.push({ days, from, to })
    }
  }
  return windows.length > 0 ? { ok: true, windows } : fault('it contains no window')
}

/** Decides by the local clock of the zone, so that an hour that it skips is never open, and a repeated one is open twice. */
export function createWriteSchedule(windows: readonly WriteWindow[], timeZone: string): WriteSchedule {
  const clock = createLocalClock(timeZone)
  const spans = windows.flatMap(({ days, from, to }) =>
    days.map((day) => ({
      start: day * dayMs + from * minuteMs,
      lasts: (to > from ? to - from : to - from + 24 * 60) * minuteMs,
    })),
  )
  const isOpen = (time: number): boolean => {
    const at = weekTimeOf(clock, time)
    return spans.some(({ start, lasts }) => modulo(at - start, weekMs) < lasts)
  }
  const untilStart = (time: number): number => {
    const at = weekTimeOf(clock, time)
    return spans.reduce((least, { start }) => Math.min(least, modulo(start - at, weekMs)), weekMs)
  }
  return {
    isOpen,
    opensAt(time) {
      const last = time + furthestMs
      for (let at = time; at < last;) {
        if (isOpen(at)) return at
        const next = at + Math.min(untilStart(at), hourMs)
        if (clock(at).offsetMs === clock(next).offsetMs) at = next
        else {
          // The clock changes in between, and may skip the start of a window.
          const found = firstOpen(isOpen, at, next)
          if (found !== undefined) return found
          at = next
        }
      }
      return last
    },
  }
}

/** Clocks change on the minute. */
function firstOpen(isOpen: (time: number) => boolean, from: number, to: number): number | undefined {
  for (let at = Math.ceil(from / minuteMs) * minuteMs; at <= to; at += minuteMs) if (isOpen(at)) return at
  return undefined
}

function weekTimeOf(clock: LocalClock, time: number): number {
  const { day, ms } = clock(time)
  return day * dayMs + ms
}

function fault(text: string): { ok: false; fault: string } {
  return { ok: false, fault: text }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function readTime(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  const time = Number(hours) * 60 + Number(minutes)
  return hours === '' || Number(minutes) > 59 || time > 24 * 60 ? undefined : time
}

/** `Mon-Fri`, `Fri-Mon`, `Sat,Sun`, `1-5`, `*`; 0 and 7 are Sunday, as in cron. */
function readDays(text: string): readonly number[] | undefined {
  if (text === '' || text === '*' || text.toLowerCase() === 'daily') return everyDay
  const days = new Set<number>()
  for (const part of text.split(/\s*,\s*/)) {
    const [first, last, ...more] = part.split(/\s*-\s*/).map(readDay)
    if (first === undefined || more.length > 0 || (part.includes('-') && last === undefined)) return undefined
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === (last ?? first)) break
    }
  }
  return [...days].sort((a, b) => a - b)
}

function readDay(text: string): number | undefined {
  if (/^[0-7]$/.test(text)) return Number(text) % 7
  if (!/^[a-z]{3,9}$/i.test(text)) return undefined
  const found = names.findIndex((name) => name.startsWith(text.toLowerCase()))
  return found === -1 ? undefined : found
}

/** The first error of WRITE_WINDOWS; undefined without one. */
export function writeWindowsFault(text: string): string | undefined {
  const read = parseWriteWindows(text)
  return read.ok ? undefined : read.fault
}

/**
 * Dates have the format `YYYY-MM-DDTHH:MM:SS`. The site is in Vienna, which follows the rules of the European Union.
 */
const hour = 3_600_000

/** The database's value for dates that it cannot store: years before 0 and after 9999. */
export const noDate = '0000-00-00T00:00:00'

export type DatePair = { readonly local: string; readonly gmt: string }

const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::\d\d)?)?$/

/**
 * Parses a date of a client. Days that do not exist roll over. If `zoned` is false, `time` (milliseconds) contains the
 * local digits as if they were GMT.
 */
export function parseWireDate(text: string): { time: number; zoned: boolean } | undefined {
  const found = shape.exec(text)
  if (found === null) return undefined
  const [, year, month, day, hours, minutes, seconds, zone] = found
  if (
    Number(month) > 12 ||
    Number(day) > 31 ||
    Number(hours) > 24 ||
    Number(minutes) > 59 ||
    Number(seconds) > 60 ||
    Math.abs(offsetOf(zone)) > 24 * hour
  )
    return undefined
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  time.setUTCHours(Number(hours), Number(minutes), Number(seconds))
  const moment = time.getTime() - offsetOf(zone)
  // To WordPress, timestamp 0 means no date.
  return moment === 0 ? undefined : { time: moment, zoned: zone !== undefined }
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':')
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** A client's date in the site's time zone and in GMT; undefined if it is invalid. */
export function toDatePair(text: string, isGmt = false): DatePair | undefined {
  const parsed = parseWireDate(text)
  if (parsed === undefined) return undefined
  return pairOf(parsed.zoned || isGmt ? parsed.time : parsed.time - siteOffset(parsed.time))
}

/** The pair for a moment in real time. */
export function pairOf(time: number): DatePair {
  return { local: format(time + summerOffset(time)), gmt: format(time) }
}

/** Converts local digits to GMT. A time in the gap moves forward. In the repeated hour, winter time is used. */
export function toGmt(local: string): string {
  if (local === noDate) return noDate
  const time = Date.parse(`${local}Z`)
  return format(time - siteOffset(time))
}

/**
 * A date as WordPress shows it. It parses even GMT as local time, so 02:00 to 02:59 moves forward in the night to
 * summer time.
 */
export function toldDate(digits: string): string {
  if (!/-03-(2[5-9]|3[01])T02:/.test(digits)) return digits
  const time = Date.parse(`${digits}Z`)
  return pairOf(time - siteOffset(time)).local
}

function format(time: number): string {
  const text = new Date(time).toISOString()
  return text.startsWith('-') || text.startsWith('+') ? noDate : text.slice(0, 19)
}

/** The site's UTC offset for local digits. */
function siteOffset(digits: number): number {
  const winter = digits - hour
  return summerOffset(winter) === 2 * hour && summerOffset(digits - 2 * hour) === 2 * hour ? 2 * hour : hour
}

/**
 * The site's UTC offset at a point in time. Summer time lasts from the last Sunday of March to that of October, 01:00
 * GMT. Until 1995 it ended in September.
 */
function summerOffset(time: number): number {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const lastMonth = year < 1996 ? 8 : 9
  if (year < 1980 || month < 2 || month > lastMonth) return hour
  if (month > 2 && month < lastMonth) return 2 * hour
  return (month === 2) === time >= lastSunday(year, month) ? 2 * hour : hour
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * 24 * hour
}

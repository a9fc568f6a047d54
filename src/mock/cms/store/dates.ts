/** Dates are texts `YYYY-MM-DDTHH:MM:SS`; the site lives in Vienna, whose rule is the European Union's. */
const hour = 3_600_000

/** What the engine's database keeps of a date that it cannot hold, in the years before 0 and after 9999. */
export const noDate = '0000-00-00T00:00:00'

export type DatePair = { readonly local: string; readonly gmt: string }

const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::\d\d)?)?$/

/**
 * Reads a date as clients may write it; days that do not exist roll over. `zoned` tells whether `time`
 * (milliseconds) is real time or only the digits as if they were GMT.
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
  // The engine cannot tell the first second of its calendar from no date at all.
  return moment === 0 ? undefined : { time: moment, zoned: zone !== undefined }
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':')
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** What a client's date means on the clock of the site and in GMT; undefined when it is no date. */
export function toDatePair(text: string, isGmt = false): DatePair | undefined {
  const parsed = parseWireDate(text)
  if (parsed === undefined) return undefined
  return pairOf(parsed.zoned || isGmt ? parsed.time : parsed.time - siteOffset(parsed.time))
}

/** The pair for a moment in real time. */
export function pairOf(time: number): DatePair {
  return { local: format(time + summerOffset(time)), gmt: format(time) }
}

/** Local digits to GMT: a gap moves forward, in the doubled hour the winter time is meant; no date stays none. */
export function toGmt(local: string): string {
  if (local === noDate) return noDate
  const time = Date.parse(`${local}Z`)
  return format(time - siteOffset(time))
}

/** A date as the engine shows it: it reads even GMT as local time, where 02:00 to 02:59 does not exist in the night to summer time. */
export function toldDate(digits: string): string {
  if (!/-03-(2[5-9]|3[01])T02:/.test(digits)) return digits
  const time = Date.parse(`${digits}Z`)
  return pairOf(time - siteOffset(time)).local
}

function format(time: number): string {
  const text = new Date(time).toISOString()
  return text.startsWith('-') || text.startsWith('+') ? noDate : text.slice(0, 19)
}

/** Offset of the site for digits on its own clock. */
function siteOffset(digits: number): number {
  const winter = digits - hour
  return summerOffset(winter) === 2 * hour && summerOffset(digits - 2 * hour) === 2 * hour ? 2 * hour : hour
}

/** Offset of the site at a moment: two hours from the last Sunday of March to that of October (once September), 01:00 GMT. */
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

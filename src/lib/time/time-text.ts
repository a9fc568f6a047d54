/** A time in a time zone. */
export type LocalTime = {
  /** `2026-11-20` */
  day: string
  /** `06:00` */
  minute: string
  /** `06:00:30` */
  second: string
  /** `CET`, or `UTC+9` for a zone without a common short name. */
  zone: string
}

type Formats = { numbers: Intl.DateTimeFormat; names: Intl.DateTimeFormat[] }

/** English names of a zone are short only where they are in use: `EST` in the United States, `CET` in Europe. */
const locales = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'en-ZA', 'en-NZ']

/** Kept, because the creation of a format takes longer than thousands of uses. */
const formats = new Map<string, Formats>()

/** A time, in milliseconds since 1970 or as ISO text, in an IANA time zone such as `Europe/Vienna`. */
export function localTime(time: number | string, timeZone: string): LocalTime {
  const { numbers, names } = formatsOf(timeZone)
  const date = new Date(time)
  const parts = Object.fromEntries(numbers.formatToParts(date).map(({ type, value }) => [type, value]))
  const minute = `${parts['hour']}:${parts['minute']}`
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    minute,
    second: `${minute}:${parts['second']}`,
    zone: zoneName(date, names),
  }
}

/** The start of a day such as `2026-11-20` in a time zone, in milliseconds since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // A clock change may skip midnight, so that the day starts later. Zones are at most 14 h ahead and 12 h behind.
  let [before, since] = [midnight - 15 * 3_600_000, midnight + 13 * 3_600_000]
  while (since - before > 1_000) {
    const middle = Math.floor((before + since) / 2_000) * 1_000
    if (middle <= before) break
    if (localTime(middle, timeZone).day < day) before = middle
    else since = middle
  }
  return since
}

/** The day before or after a day such as `2026-11-20`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = {
    numbers: new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
    names: locales.map((locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })),
  }
  formats.set(timeZone, made)
  return made
}

function zoneName(date: Date, names: readonly Intl.DateTimeFormat[]): string {
  let offset = 'UTC'
  for (const format of names) {
    const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    if (!/^GMT[+-]/.test(name)) return name
    offset = name.replace('GMT', 'UTC')
  }
  return offset
}

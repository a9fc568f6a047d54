import { createLocalClock, toMoment } from './local-time.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const dayMs = 86_400_000
/** A pause is never forgotten for longer than this. */
const longestMs = 366 * dayMs

export const untilForms =
  'a duration such as 90m, 2h or 3d, a time such as 18:00, or a date such as 2026-12-01T06:00Z'

/**
 * The end of a pause. It and `now` are in ms since 1970. A time without a zone is one of `timeZone`, and a time without a
 * date the next one. Undefined if it is none of the forms, has passed, or is more than a year away.
 */
export function readUntil(text: string, now: number, timeZone: string): number | undefined {
  const until = toTime(text.trim(), now, timeZone)
  return until !== undefined && until > now && until <= now + longestMs ? until : undefined
}

function toTime(text: string, now: number, timeZone: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,5})\s*([mhd])$/i.exec(text) ?? []
  if (amount !== undefined) return now + Number(amount) * (unitMs[unit.toLowerCase()] ?? 0)
  const clock = createLocalClock(timeZone)
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60) {
    const shown = now + clock(now).offsetMs
    const local = shown - (shown % dayMs) + Number(hours) * 3_600_000 + Number(minutes) * 60_000
    const today = toMoment(clock, local)
    return today > now ? today : toMoment(clock, local + dayMs)
  }
  const [, date, time = '00:00', zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(?:\s*(Z|[+-]\d{2}:?\d{2}))?$/i.exec(
      text,
    ) ?? []
  if (date === undefined) return undefined
  const local = Date.parse(`${date}T${time}Z`)
  // `2026-02-31` would be a day of March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(date)) return undefined
  return zone === undefined ? toMoment(clock, local) : Date.parse(`${date}T${time}${zone.toUpperCase()}`)
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A moment as the clocks of a time zone show it. */
export type LocalTime = {
  /** From 0, Sunday. */
  day: number
  /** Since midnight by that clock. */
  ms: number
  /** How far the clock is ahead of UTC. */
  offsetMs: number
}

/** Reads the clocks of an IANA time zone; times in ms since 1970. */
export type LocalClock = (time: number) => LocalTime

/** Throws RangeError for an unknown zone. */
export function createLocalClock(timeZone: string): LocalClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const rest = ((time % 1000) + 1000) % 1000
    const shown = Date.UTC(year, month - 1, day, hour, minute, second) + rest
    return { day: new Date(shown).getUTCDay(), ms: shown % dayMs, offsetMs: shown - time }
  }
}

/**
 * The moment at which the clock shows a local time, given as if it were UTC. A time that
 * occurs twice is the second one; a time that the clock skips is that of the next hour.
 */
export function toMoment(clock: LocalClock, local: number): number {
  const candidates = [local - dayMs, local + dayMs].map((near) => local - clock(near).offsetMs)
  const shown = candidates.filter((time) => time + clock(time).offsetMs === local)
  return (shown.length > 0 ? shown : candidates).reduce((latest, time) => Math.max(latest, time), -Infinity)
}

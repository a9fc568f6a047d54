import type { Upstream } from '../../lib/errors.ts'

/** Milliseconds left of the rate limit of each upstream; 0 without one. */
export type Limits = Readonly<Record<Upstream, number>>

/** When the rate limit of an upstream ends, as an ISO time; only for upstreams with a limit. */
export type LimitEnds = Partial<Record<Upstream, string>>

/** An upstream that does not respond. ISO times; `nextTry` is absent during a try, and `reason` is the last failure. */
export type Outage = { since: string; nextTry?: string; reason: string }

/** The upstreams that do not respond. */
export type Outages = Partial<Record<Upstream, Outage>>

const names = { partner: 'partner', cms: 'CMS' } as const
/** A shorter limit is over before its message is read. */
const shortestMs = 2_000

/**
 * The ends of the limits that are long enough to be reported; undefined without any. `now` in milliseconds since 1970.
 */
export function endsOfLimits(limits: Limits, now: number): LimitEnds | undefined {
  const long = (['partner', 'cms'] as const).filter((upstream) => limits[upstream] > shortestMs)
  if (long.length === 0) return undefined
  return Object.fromEntries(
    long.map((upstream) => [upstream, new Date(now + limits[upstream]).toISOString()]),
  )
}

/** A message for each upstream that limits us. */
export function limitMessages(ends: LimitEnds | undefined): [Upstream, string][] {
  return (['partner', 'cms'] as const).flatMap((upstream) => {
    const end = ends?.[upstream]
    if (end === undefined) return []
    return [
      [
        upstream,
        `Rate-limited by the ${names[upstream]}: ${limitedUntil(end, 'date')}. The run goes on then.`,
      ],
    ]
  })
}

/** A message for each upstream that does not respond; `now` in milliseconds since 1970. */
export function outageMessages(outages: Outages, now: number): [Upstream, string][] {
  return (['partner', 'cms'] as const).flatMap((upstream) => {
    const outage = outages[upstream]
    if (outage === undefined) return []
    const subject = `The ${names[upstream]} has not answered since ${secondsOf(outage.since)}`
    return [[upstream, `${subject} (${outage.reason}). ${nextTryOf(outage, now)}.`]]
  })
}

/** `Next try at 05:00:30 UTC`, for an upstream that does not respond; `now` in milliseconds since 1970. */
export function nextTryOf({ nextTry }: Outage, now: number): string {
  if (nextTry === undefined) return 'It is being tried now'
  // An upstream is tried only when it is needed.
  return Date.parse(nextTry) > now ? `Next try at ${secondsOf(nextTry, 11)}` : 'The next request tries it'
}

/** `limited until 2026-11-20 05:00:00 UTC`, or only the time, for an ISO time. */
export function limitedUntil(end: string, from: 'date' | 'time'): string {
  return `limited until ${secondsOf(end, from === 'date' ? 0 : 11)}`
}

/** A readable form of an ISO time; from 11 on without the date. */
function secondsOf(time: string, from = 0): string {
  return `${time.slice(from, 19).replace('T', ' ')} UTC`
}

/** The message that writing is paused because Redis cannot be used. */
export function pausedByRedis(fault: string): string {
  return `Writing is paused. Redis cannot be used: ${fault}.`
}

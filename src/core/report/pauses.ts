import type { Upstream } from '../../lib/errors.ts'

/** Milliseconds left of the rate limit of each upstream; 0 without one. */
export type Limits = Readonly<Record<Upstream, number>>

/** When the limit of an upstream ends, as an ISO time; without an upstream that limits nothing. */
export type LimitEnds = Partial<Record<Upstream, string>>

const names = { partner: 'partner', cms: 'CMS' } as const
/** A shorter limit is over before it is read. */
const shortestMs = 2_000

/** The end of each limit that is long enough to be told; undefined without any. `now` in milliseconds since 1970. */
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

/** `limited until 2026-11-20 05:00:00 UTC`, of an ISO time, or of its time alone. */
export function limitedUntil(end: string, from: 'date' | 'time'): string {
  return `limited until ${end.slice(from === 'date' ? 0 : 11, 19).replace('T', ' ')} UTC`
}

/** That nothing is written, of the reason that Redis cannot be used. */
export function pausedByRedis(fault: string): string {
  return `Writing is paused. Redis cannot be used: ${fault}.`
}

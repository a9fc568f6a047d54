import { z } from 'zod'
import type { Upstream } from '../../lib/errors.ts'
import { sentenceOf } from './sentence.ts'

/** Milliseconds left of the rate limit of each upstream; 0 without one. */
export type Limits = Readonly<Record<Upstream, number>>

/** When the rate limit of an upstream ends, as an ISO time; only for upstreams with a limit. */
export const LimitEnds = z.strictObject({
  partner: z.string().exactOptional(),
  cms: z.string().exactOptional(),
})
export type LimitEnds = z.infer<typeof LimitEnds>

/** An upstream that does not respond; ISO times. */
const Outage = z.strictObject({
  since: z.string(),
  nextTry: z.string().exactOptional().describe('Absent during a try.'),
  reason: z.string().describe('The last failure.'),
})
export type Outage = z.infer<typeof Outage>

/** The upstreams that do not respond. */
export const Outages = z.strictObject({ partner: Outage.exactOptional(), cms: Outage.exactOptional() })
export type Outages = z.infer<typeof Outages>

/** Why nothing is written to the CMS; ISO times. */
export const WritePause = z.discriminatedUnion('code', [
  z.strictObject({
    code: z.literal('paused'),
    until: z
      .string()
      .describe('When writes continue: at the end of the pause, or in the next write window after it.'),
    end: z.string().describe('The end of the pause.'),
    since: z.string(),
    by: z.string().describe('Who paused the mirror.'),
    reason: z.string(),
  }),
  z.strictObject({
    code: z.literal('outside-windows'),
    until: z.string().describe('When the next write window opens.'),
  }),
])
export type WritePause = z.infer<typeof WritePause>

type OutagePause = { code: 'outage'; upstream: Upstream; outage: Outage }
/** Why requests to an upstream wait. `end`: when the limit ends, as an ISO time. */
type UpstreamPause = OutagePause | { code: 'rate-limited'; upstream: Upstream; end: string }
/** Why the mirror waits. */
export type Pause = UpstreamPause | { code: 'redis-paused'; fault: string } | WritePause

const upstreams = ['partner', 'cms'] as const
const names = { partner: 'partner', cms: 'CMS' } as const
/** A shorter limit is over before its message is read. */
const shortestMs = 2_000

/**
 * The ends of the limits that are long enough to be reported; undefined without any. `now` in milliseconds since 1970.
 */
export function endsOfLimits(limits: Limits, now: number): LimitEnds | undefined {
  const long = upstreams.filter((upstream) => limits[upstream] > shortestMs)
  if (long.length === 0) return undefined
  return Object.fromEntries(
    long.map((upstream) => [upstream, new Date(now + limits[upstream]).toISOString()]),
  )
}

/** The outages and the limits of the upstreams; `now` in milliseconds since 1970. */
export function upstreamPauses(
  { limits, outages }: { limits: Limits; outages: Outages },
  now: number,
): UpstreamPause[] {
  const ends = endsOfLimits(limits, now) ?? {}
  const limited = upstreams.flatMap((upstream) => {
    const end = ends[upstream]
    return end === undefined ? [] : [{ code: 'rate-limited' as const, upstream, end }]
  })
  return [...outagePauses(outages), ...limited]
}

/** A pause for each upstream that does not respond. */
export function outagePauses(outages: Outages): OutagePause[] {
  return upstreams.flatMap((upstream) => {
    const outage = outages[upstream]
    return outage === undefined ? [] : [{ code: 'outage', upstream, outage }]
  })
}

/** A pause in a sentence or two; `now` in milliseconds since 1970. */
export function pauseText(pause: Pause, now: number): string {
  switch (pause.code) {
    case 'redis-paused':
      return `Writing is paused. Redis cannot be used: ${pause.fault}.`
    case 'paused':
    case 'outside-windows':
      return writePauseText(pause)
    case 'outage': {
      const { upstream, outage } = pause
      const subject = `The ${names[upstream]} has not responded since ${secondsOf(outage.since)}`
      return `${subject} (${outage.reason}). ${nextTryOf(outage, now)}.`
    }
    case 'rate-limited':
      return `Rate-limited by the ${names[pause.upstream]}: ${limitedUntil(pause.end, 'date')}. The run continues then.`
  }
}

/** Why nothing is written, and when writes continue. */
export function writePauseText(pause: WritePause): string {
  const opens = secondsOf(pause.until)
  if (pause.code === 'outside-windows')
    return `Nothing is written to the CMS outside the write windows. The next one opens at ${opens}.`
  const later = pause.end === pause.until ? '' : ` The next write window after it opens at ${opens}.`
  return `Writes to the CMS are paused until ${secondsOf(pause.end)} (by ${pause.by}): ${sentenceOf(pause.reason)}${later}`
}

/** The response to a request to resume without a pause; `closed`: the closed write window, if any. */
export function notPausedText(closed: WritePause | undefined): string {
  return closed === undefined
    ? 'Writes are not paused: runs may write. There is nothing to resume.'
    : `Writes are not paused. ${writePauseText(closed)} To write earlier, approve the run with now and a reason.`
}

/** The permission of a run to write outside the write windows, with the operator’s reason. */
export function writeNowText(runId: string, reason: string): string {
  return `Run ${runId} may write outside the write windows: ${sentenceOf(reason)}`
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

import { z } from 'zod'
import { describeStates, type StateCounts } from '../../../core/report/state-matrix.ts'
import type { Unconfirmed } from '../../../core/decisions/unconfirmed.ts'
import type { UpstreamHealth } from '../../../sync/ports/stored.ts'
import { countOf, formatCount, formatDuration, formatTime } from '../../../core/text/format.ts'
import type { Upstream } from '../../../lib/errors.ts'
import { limitedUntil, nextTryOf, type Outage, type Outages } from '../../../core/report/pauses.ts'
import { Link, linkTo } from '../shared/links.ts'

type UpstreamStates = {
  upstreams: Record<Upstream, UpstreamHealth>
  limited: Record<Upstream, number>
  outages: Outages
}

/** One card of the overview: a short text with notes below. */
export const Fact = z.strictObject({
  label: z.string(),
  text: z.string(),
  notes: z.array(z.string()),
  tone: z.enum(['warn', 'bad']).exactOptional(),
  link: Link.exactOptional(),
})
export type Fact = z.infer<typeof Fact>

/** The size of the mirror, and the records that do not simply show the partner's data. */
export function mirroredFact(records: number, languages: number, states?: StateCounts): Fact {
  const others = states ? describeStates({ ...states, 'up-to-date': 0, retired: 0 }) : ''
  const notes = [
    ...(languages === 0 ? [] : [`in ${countOf(languages, 'language')}`]),
    ...(others === '' ? [] : [others]),
  ]
  const link = others === '' ? {} : { link: { text: 'Coverage', url: '/coverage' } }
  return { label: 'Mirrored records', text: formatCount(records), notes, ...link }
}

/** The next scheduled run; `now` in milliseconds. */
export function nextRunFact(next: Date | undefined, now: number): Fact {
  const label = 'Next run'
  if (next === undefined)
    return { label, text: 'not scheduled', notes: ['Set SCHEDULE, or start runs as needed.'] }
  const seconds = (next.getTime() - now) / 1000
  const text = seconds > 0 ? `in ${formatDuration(Math.ceil(seconds))}` : 'due now'
  return { label, text, notes: [formatTime(next.toISOString())] }
}

/** The state of both upstreams; `now` in milliseconds. */
export function upstreamFacts(
  { upstreams, limited, outages }: UpstreamStates,
  now: number,
): [partner: Fact, cms: Fact] {
  const fact = (label: string, upstream: Upstream): Fact =>
    upstreamFact(label, upstreams[upstream], { limitedMs: limited[upstream], outage: outages[upstream] }, now)
  return [fact('Partner', 'partner'), fact('CMS', 'cms')]
}

/** An upstream's recent responses, its rate limit and its outage; times in milliseconds. */
export function upstreamFact(
  label: string,
  health: UpstreamHealth,
  { limitedMs, outage }: { limitedMs: number; outage: Outage | undefined },
  now: number,
): Fact {
  const { minutes, requests, failed, halfWithinMs, mostWithinMs } = health
  const time = (ms: number): string => formatDuration(ms / 1000)
  const notes =
    requests === 0
      ? [`no requests in the last ${minutes} min`]
      : [
          `${countOf(requests, 'request')} in ${minutes} min, ${percentage(failed, requests)} failed`,
          ...(halfWithinMs === undefined || mostWithinMs === undefined
            ? []
            : [`median ${time(halfWithinMs)}, p95 ${time(mostWithinMs)}`]),
        ]
  if (outage !== undefined) {
    const text = `no response for ${formatDuration(Math.max(1, Math.ceil((now - Date.parse(outage.since)) / 1000)))}`
    return { label, text, notes: [outage.reason, nextTryOf(outage, now), ...notes], tone: 'bad' }
  }
  if (limitedMs > 0) {
    const end = new Date(now + limitedMs).toISOString()
    const text = `paused for ${formatDuration(Math.ceil(limitedMs / 1000))}`
    return { label, text, notes: [limitedUntil(end, 'time'), ...notes], tone: 'warn' }
  }
  if (requests > 0 && failed / requests > 0.05) return { label, text: 'failing', notes, tone: 'bad' }
  return { label, text: requests === 0 ? 'idle' : 'OK', notes }
}

/** The record that has been out of date for longest; `now` in milliseconds. */
export function unconfirmedFact(oldest: Unconfirmed | undefined, now: number): Fact {
  const label = 'Longest out of date'
  if (oldest === undefined) return { label, text: 'none', notes: ['no failing or deferred records'] }
  const age = Math.max(1, Math.ceil((now - Date.parse(oldest.since)) / 1000))
  return { label, text: `for ${formatDuration(age)}`, notes: [oldest.why], link: linkTo(oldest.record) }
}

function percentage(part: number, whole: number): string {
  const percent = (part / whole) * 100
  // No line break before the percent sign.
  return percent > 0 && percent < 0.1 ? 'under 0.1\u00a0%' : `${Number(percent.toFixed(1))}\u00a0%`
}

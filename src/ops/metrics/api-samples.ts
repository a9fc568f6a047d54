import type { Side } from '../../lib/errors.ts'
import type { SideHealth } from '../../sync/ports/api-health.ts'
import type { Sample, Samples } from './sample.ts'

/** For how long, and until when, each side asks to wait; both in milliseconds, `now` since 1970. */
export function toLimitSamples(limited: Readonly<Record<Side, number>>, now: number): Samples {
  const sides = Object.entries(limited)
  return {
    side_limited_seconds: sides.map(([side, ms]) => ({ value: ms / 1000, labels: { side } })),
    side_limited_until_timestamp_seconds: sides.flatMap(([side, ms]) =>
      ms > 0 ? [{ value: (now + ms) / 1000, labels: { side } }] : [],
    ),
  }
}

/** How each side answered the fleet; without an answer there is no latency. */
export function toSideSamples(healths: Readonly<Record<Side, SideHealth>>): Samples {
  const sides = Object.entries(healths)
  return {
    side_requests: sides.map(([side, { requests }]) => ({ value: requests, labels: { side } })),
    side_failed_requests: sides.map(([side, { failed }]) => ({ value: failed, labels: { side } })),
    side_latency_seconds: sides.flatMap(([side, { halfWithinMs, mostWithinMs }]) => [
      ...toLatency(side, '0.5', halfWithinMs),
      ...toLatency(side, '0.95', mostWithinMs),
    ]),
  }
}

function toLatency(side: string, quantile: string, ms: number | undefined): Sample[] {
  return ms === undefined ? [] : [{ value: ms / 1000, labels: { side, quantile } }]
}

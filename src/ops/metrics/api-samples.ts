import type { Upstream } from '../../lib/errors.ts'
import type { UpstreamHealth } from '../../sync/ports/fleet.ts'
import type { Sample, Samples } from './sample.ts'

/** For how long, and until when, each upstream asks to wait; both in milliseconds, `now` since 1970. */
export function toLimitSamples(limited: Readonly<Record<Upstream, number>>, now: number): Samples {
  const upstreams = Object.entries(limited)
  return {
    upstream_limited_seconds: upstreams.map(([upstream, ms]) => ({ value: ms / 1000, labels: { upstream } })),
    upstream_limited_until_timestamp_seconds: upstreams.flatMap(([upstream, ms]) =>
      ms > 0 ? [{ value: (now + ms) / 1000, labels: { upstream } }] : [],
    ),
  }
}

/** How each upstream answered the fleet; without an answer there is no latency. */
export function toUpstreamSamples(healths: Readonly<Record<Upstream, UpstreamHealth>>): Samples {
  const upstreams = Object.entries(healths)
  return {
    upstream_requests: upstreams.map(([upstream, { requests }]) => ({
      value: requests,
      labels: { upstream },
    })),
    upstream_failed_requests: upstreams.map(([upstream, { failed }]) => ({
      value: failed,
      labels: { upstream },
    })),
    upstream_latency_seconds: upstreams.flatMap(([upstream, { halfWithinMs, mostWithinMs }]) => [
      ...toLatency(upstream, '0.5', halfWithinMs),
      ...toLatency(upstream, '0.95', mostWithinMs),
    ]),
  }
}

function toLatency(upstream: string, quantile: string, ms: number | undefined): Sample[] {
  return ms === undefined ? [] : [{ value: ms / 1000, labels: { upstream, quantile } }]
}

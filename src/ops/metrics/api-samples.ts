import type { Upstream } from '../../lib/errors.ts'
import type { UpstreamHealth } from '../../sync/ports/fleet.ts'
import type { Sample, Samples } from './sample.ts'

/** Remaining rate limits, and when they end; `limited` and `now` in milliseconds. */
export function toLimitSamples(limited: Readonly<Record<Upstream, number>>, now: number): Samples {
  const upstreams = Object.entries(limited)
  return {
    upstream_limited_seconds: upstreams.map(([upstream, ms]) => ({ value: ms / 1000, labels: { upstream } })),
    upstream_limited_until_timestamp_seconds: upstreams.flatMap(([upstream, ms]) =>
      ms > 0 ? [{ value: (now + ms) / 1000, labels: { upstream } }] : [],
    ),
  }
}

/** Requests and latency of each upstream; no latency without an answer. */
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

import type { Upstream } from '../../lib/errors.ts'

/** The responses of an upstream to the whole fleet in the last minutes; times in milliseconds. */
export type UpstreamHealth = {
  /** The number of minutes covered. */
  minutes: number
  requests: number
  /** Requests that timed out, had their credentials refused, or got a 5xx response. */
  failed: number
  /** Median response time; undefined without responses. */
  halfWithinMs: number | undefined
  /** 95th percentile. */
  mostWithinMs: number | undefined
}

export interface UpstreamsHealth {
  /** Records one request; `status` is undefined without a response. */
  note(upstream: Upstream, request: { ms: number; status: number | undefined }): void
  read(): Promise<Record<Upstream, UpstreamHealth>>
  /** Saves the recorded requests, if Redis responds. */
  close(): Promise<void>
}

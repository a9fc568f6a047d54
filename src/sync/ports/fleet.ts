import type { Upstream } from '../../lib/errors.ts'

/** How an upstream answered the whole fleet in the last minutes; times in milliseconds. */
export type UpstreamHealth = {
  /** Minutes looked back. */
  minutes: number
  requests: number
  /** Without an answer in time, refused for the login, or answered by 5xx. */
  failed: number
  /** Median response time; undefined without answers. */
  halfWithinMs: number | undefined
  /** 95th percentile. */
  mostWithinMs: number | undefined
}

export interface UpstreamsHealth {
  /** Notes one request; `status` is undefined when no answer came. */
  note(upstream: Upstream, request: { ms: number; status: number | undefined }): void
  read(): Promise<Record<Upstream, UpstreamHealth>>
  /** Saves the noted requests, if Redis answers. */
  close(): Promise<void>
}

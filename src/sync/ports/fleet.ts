import type { Upstream } from '../../lib/errors.ts'

/** Holds back calls to one upstream while it is limited, for every process of the fleet, and paces them. */
export interface Gate {
  /** Resolves when a call may go out; throws LimitedError when that is too far away to wait here. */
  pass(signal: AbortSignal): Promise<void>
  /** Stops the fleet's calls to this upstream for so long. */
  close(waitMs: number): Promise<void>
  /** Records every request sent; `status` is undefined without an answer. */
  note?(request: { ms: number; status: number | undefined }): void
}

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

import type { Upstream } from '../../lib/errors.ts'

/** How a upstream answered the whole fleet during the last minutes; times in milliseconds. */
export type UpstreamHealth = {
  /** Minutes looked back. */
  minutes: number
  requests: number
  /** Without an answer in time, refused for the login, or answered by 5xx. */
  failed: number
  /** Half of the answers came within this time; undefined without any. */
  halfWithinMs: number | undefined
  /** And 95 % within this. */
  mostWithinMs: number | undefined
}

export interface UpstreamsHealth {
  /** Notes one request; `status` is undefined when no answer came. */
  note(upstream: Upstream, request: { ms: number; status: number | undefined }): void
  read(): Promise<Record<Upstream, UpstreamHealth>>
  /** Writes down what is noted, if it can. */
  close(): Promise<void>
}

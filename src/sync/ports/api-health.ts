import type { Side } from '../../lib/errors.ts'

/** How a side answered the whole fleet during the last minutes; times in milliseconds. */
export type SideHealth = {
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

export interface SidesHealth {
  /** Notes one request; `status` is undefined when no answer came. */
  note(side: Side, request: { ms: number; status: number | undefined }): void
  read(): Promise<Record<Side, SideHealth>>
  /** Writes down what is noted, if it can. */
  close(): Promise<void>
}

import type { Job } from 'bullmq'
import type { SyncDeps } from '../../src/sync/deps.ts'
import type { Posting } from '../../src/sync/ports/stored.ts'
import type { QueueName, Queues } from './queues.ts'

export type JobDeps = {
  sync: SyncDeps
  queues: Queues
  /** Counts the requests of one job separately from those of others in this process. */
  countRequests: <T>(work: () => Promise<T>) => Promise<T>
  /** Adds the requests that this job has sent since the last call to a run's report. */
  reportRequests: (runId: string | undefined) => Promise<void>
  /** Sends the next call even to an upstream that is down, because its outage may be over. */
  tryUpstreams: () => Promise<void>
  /** Resolves once Redis accepts writes; rejects if the signal aborts. */
  untilWritable: (signal: AbortSignal) => Promise<void>
  /** The time of the clock that all processes share, in ms since 1970. */
  sharedNow: () => Promise<number>
  /** Moves away fetched jobs of a queue that are not JSON; returns their ids. */
  moveDamagedJobsAway: (queue: QueueName) => Promise<string[]>
  /** Ends the expiries of a queue that a clock step has extended; locks expire after `lockMs`. */
  endExtendedExpiries: (queue: QueueName, lockMs: number) => Promise<void>
  /** Sends a notice to its receiver; rejects if the receiver refuses it. */
  deliver: (posting: Posting, signal: AbortSignal) => Promise<void>
}

/** A running job; `token` proves to BullMQ that we hold its lock, `signal` aborts when the process stops. */
export type Work<Data> = { job: Job<Data>; token: string; signal: AbortSignal }

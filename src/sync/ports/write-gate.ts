import type { WritePause } from '../../core/report/pauses.ts'

/** Stops writes to the CMS during a pause and outside the write windows, in all processes. */
export type WriteGate = {
  /**
   * Throws WritesPausedError unless the surrounding run may write now, and the reason of its signal if that is aborted:
   * a process that stops starts no write.
   */
  pass(): Promise<void>
  /** Why writes wait now, for runs without an exception; reads Redis. */
  find(): Promise<WritePause | undefined>
  /** The same as this process knows it. */
  known(): WritePause | undefined
  /** Requests of `work` belong to a run, and start before the signal is aborted. */
  within<T>(run: { runId: string | undefined; signal: AbortSignal }, work: () => Promise<T>): Promise<T>
  /** Requests of `work` complete a write that was sent, so they may pass. */
  completing<T>(work: () => Promise<T>): Promise<T>
  /** Keeps `known` up to date until `close`. */
  watch(): void
  close(): void
}

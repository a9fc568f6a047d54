/** Holds back calls to one upstream while it is limited, for every process of the fleet, and paces them. */
export interface Gate {
  /** Resolves when a call may go out; throws LimitedError when that is too far away to wait here. */
  pass(signal: AbortSignal): Promise<void>
  /** Stops the fleet's calls to this upstream for so long. */
  close(waitMs: number): Promise<void>
  /** Hears of every request sent: `status` is undefined when no answer came. */
  note?(request: { ms: number; status: number | undefined }): void
}

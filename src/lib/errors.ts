/** An error of ours: says what happened, to what, with which numbers, and answers whether trying again may help. */
export class MirrorError extends Error {
  readonly retryable: boolean = false
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** One of the two upstreams we talk to. */
export type Upstream = 'partner' | 'cms'

/** A upstream asked us to wait (429, or any answer with Retry-After) for longer than a request waits by itself. */
export class LimitedError extends MirrorError {
  override readonly retryable = true
  readonly upstream: Upstream
  readonly waitMs: number
  constructor(upstream: Upstream, waitMs: number) {
    super(
      `The ${upstream} asks us to wait ${Math.ceil(waitMs / 1000)} s. The run goes on by itself after that.`,
    )
    this.upstream = upstream
    this.waitMs = waitMs
  }
}

/** How a request failed as a whole: `said` are the upstream's words or what became of the connection. */
export type RequestFailure = { said: string; sent: boolean; timedOut: boolean }

type FailureOptions = ErrorOptions & { failure?: RequestFailure }

/** A upstream gave no usable answer after all tries: refused connections, time-outs, 5xx. */
export class UnreachableError extends MirrorError {
  override readonly retryable = true
  readonly upstream: Upstream
  readonly failure: RequestFailure | undefined
  constructor(upstream: Upstream, message: string, options?: FailureOptions) {
    super(message, options)
    this.upstream = upstream
    this.failure = options?.failure
  }
}

/** A upstream refuses us for good until a person changes something (token, credentials, permissions, address). */
export class UnusableError extends MirrorError {
  readonly upstream: Upstream
  constructor(upstream: Upstream, message: string, options?: ErrorOptions) {
    super(message, options)
    this.upstream = upstream
  }
}

/** A write was sent and its answer lost: it may or may not have happened, or may still happen. */
export class OutcomeUnknownError extends MirrorError {
  override readonly retryable = true
  readonly failure: RequestFailure | undefined
  constructor(message: string, options?: FailureOptions) {
    super(message, options)
    this.failure = options?.failure
  }
}

/** Whether it passes by waiting: for a limit's end, or for what may still land. */
export function passesByWaiting(error: unknown): boolean {
  return error instanceof LimitedError || error instanceof OutcomeUnknownError
}

/** The configuration is wrong; the message lists every fault. */
export class ConfigError extends MirrorError {}

/** The message of anything thrown, with the messages of its causes that it does not quote itself. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.message
  const cause = reasonOf(error.cause)
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`
}

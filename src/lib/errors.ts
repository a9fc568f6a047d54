import { isRefusedByRedis } from './redis-refusal.ts'
import { hideCredentials } from './text/secrets.ts'
import { messageWithHint } from './tls-hint.ts'
import { wholeMs, type WholeMs } from './time/whole-ms.ts'

/** The base of product-mirror's errors; `retryable`: another try may succeed. */
export class MirrorError extends Error {
  readonly retryable: boolean = false
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The services that the mirror calls. */
export type Upstream = 'partner' | 'cms'

const upstreamNames = { partner: 'partner', cms: 'CMS' } as const

/** An upstream limited us (429, or any response with Retry-After) for longer than a single request may wait. */
export class LimitedError extends MirrorError {
  override readonly retryable = true
  readonly upstream: Upstream
  readonly waitMs: WholeMs
  /** The origin of the asset host that limited us; other calls to the upstream may continue. */
  readonly assetHost: string | undefined
  constructor(upstream: Upstream, waitMs: number, assetHost?: string, said?: string) {
    const seconds = Math.ceil(waitMs / 1000)
    const quoted = said === undefined ? '' : ` (${said})`
    super(
      assetHost === undefined
        ? `Rate-limited by the ${upstreamNames[upstream]}${quoted}; resuming in ${seconds} s.`
        : `Rate-limited by ${assetHost}${quoted}; its files continue in ${seconds} s.`,
    )
    this.upstream = upstream
    this.waitMs = wholeMs(waitMs)
    this.assetHost = assetHost
  }

  /** Adds a quotation of the response that limited the request. */
  with(said: string): LimitedError {
    return new LimitedError(this.upstream, this.waitMs, this.assetHost, said)
  }
}

/** Writes to the CMS wait for the end of a pause or for a write window. Nothing was sent. */
export class WritesPausedError extends LimitedError {
  readonly why: string
  constructor(waitMs: number, why: string) {
    super('cms', waitMs)
    this.message = why
    this.why = why
  }

  override with(): WritesPausedError {
    return this
  }
}

type OutageFacts = {
  /** Since the first failure of this outage. */
  outageMs: number
  /** Since the last response; infinite if that is unknown. */
  answeredAgoMs: number
  /** Since the start of the last failed try; infinite if that is unknown. */
  triedAgoMs: number
  /** How long a run waits for the end of an outage. */
  maxOutageMs: number
  reason: string
}

/** An upstream is down, so it is not called until the next try; times in milliseconds. */
export class OutageError extends LimitedError {
  readonly facts: OutageFacts
  constructor(upstream: Upstream, waitMs: number, facts: OutageFacts, doing = '') {
    super(upstream, waitMs)
    const seconds = Math.ceil(facts.outageMs / 1000)
    this.message = `The ${upstreamNames[upstream]} sent no usable response${doing}: none for ${seconds} s (${facts.reason}).`
    this.facts = facts
  }

  /** Whether the outage is too long for a run to wait for its end. */
  get isTooLong(): boolean {
    return this.facts.outageMs > this.facts.maxOutageMs
  }

  /** Adds the purpose of the request. */
  while(doing: string): OutageError {
    return new OutageError(this.upstream, this.waitMs, this.facts, ` while ${doing}`)
  }
}

/** The failure of a whole request; `said` quotes the upstream or describes the end of the connection. */
export type UpstreamFailure = { said: string; sent: boolean; timedOut: boolean }

type FailureOptions = ErrorOptions & { failure?: UpstreamFailure }

/** An upstream gave no usable response in all tries: refused connections, timeouts, 5xx. */
export class UnreachableError extends MirrorError {
  override readonly retryable = true
  readonly upstream: Upstream
  readonly failure: UpstreamFailure | undefined
  constructor(upstream: Upstream, message: string, options?: FailureOptions) {
    super(message, options)
    this.upstream = upstream
    this.failure = options?.failure
  }
}

/** The cause of a request that failed because its upstream was down for longer than a run waits. */
export class GivenUpError extends MirrorError {}

/** An upstream refuses us until an operator changes the token, credentials, permissions or URL. */
export class UnusableError extends MirrorError {
  readonly upstream: Upstream
  constructor(upstream: Upstream, message: string, options?: ErrorOptions) {
    super(message, options)
    this.upstream = upstream
  }
}

/** The reply to a write was lost: the write may have landed, may still land, or never will. */
export class OutcomeUnknownError extends MirrorError {
  override readonly retryable = true
  readonly failure: UpstreamFailure | undefined
  constructor(message: string, options?: FailureOptions) {
    super(message, options)
    this.failure = options?.failure
  }
}

/** Whether waiting helps: until a limit ends, a lost write has landed, or Redis accepts writes again. */
export function passesByWaiting(error: unknown): boolean {
  return error instanceof LimitedError || error instanceof OutcomeUnknownError || isRefusedByRedis(error)
}

/** The configuration is wrong; the message lists every error. */
export class ConfigError extends MirrorError {}

/**
 * The message of anything thrown, without secrets, and with the messages of its causes unless it quotes them.
 */
export function reasonOf(error: unknown): string {
  return hideCredentials(fullMessageOf(error))
}

function fullMessageOf(error: unknown, quoted = ''): string {
  const own = error instanceof Error ? messageWithHint(error) : String(error)
  const isQuoted = quoted.includes(own)
  if (!(error instanceof Error) || error.cause === undefined) return isQuoted ? '' : own
  const cause = fullMessageOf(error.cause, quoted + own)
  if (isQuoted) return cause
  return cause === '' ? own : `${own} (${cause})`
}

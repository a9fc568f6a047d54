import { setTimeout as sleep } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import type { Dispatcher } from 'undici'
import { fullJitterMs } from '../backoff.ts'
import { GivenUpError, LimitedError, OutageError } from '../errors.ts'
import { type Answer, limitOf, noTime, shortLimits, toAnswer } from './answer.ts'
import { createBreaker } from './host-breaker.ts'
import { createLimitWatch, type Limitable } from './limit-watch.ts'
import { describeResponse } from './json.ts'
import { createOutageProbe } from './outage-probe.ts'
import { type RequestFailure, type Response, send } from './send.ts'
import { unpacked } from './unpack.ts'

/** Delays requests to an upstream while it limits us. */
export type HttpGate = {
  pass(signal: AbortSignal): Promise<void>
  close(waitMs: number): Promise<void>
  /** Called last before each request that may write; throws WritesPausedError while none may be sent. */
  passWrite?(): Promise<void>
  /** The longest outage that is worth waiting for; unlimited by default. */
  maxOutageMs?: number
  /** Receives the end of each request, if the gate stops calls to an upstream that is down. */
  ended?(answer: Answer): void
  /** Receives every request that was sent and not aborted by us; `status` is undefined without a response. */
  note?(request: { ms: number; status: number | undefined }): void
}

/** The content of a response; not ok: it is not usable, but a retry may be. */
export type Read<T> = { ok: true; value: T } | { ok: false; reason: string }

export type Call<T> = Limitable & {
  read: (response: Response) => Read<T>
  /** Must not run twice: a failure is final once bytes may have been sent. */
  once?: boolean
  /** Not retried after the time limit. */
  timeoutIsFinal?: boolean
}

export type ExchangeOptions = {
  dispatcher: Dispatcher
  gate: HttpGate
  /** Bounds concurrent requests; waiting ones have not passed the gate yet. */
  limit: LimitFunction
  timeoutMs: number
  /** The limit of an unpacked body; default 64 MiB. The dispatcher limits the received bytes. */
  maxBytes?: number
  retry?: Partial<RetryOptions> | undefined
  /** The longest wait for limits while no request is served; unlimited by default. */
  maxWaitMs?: number
  /** Checks whether the service behind these requests responds, if their failures prove nothing about it. */
  probe?: (signal: AbortSignal) => Promise<Answer>
}

/** `tries` in all, pauses from `baseMs` doubling to `capMs`; after `breakAfter` failures in a row a pause of `breakMs`. */
export type RetryOptions = {
  tries: number
  baseMs: number
  capMs: number
  breakAfter: number
  breakMs: number
}

const defaultRetry: RetryOptions = {
  tries: 6,
  baseMs: 100,
  capMs: 5_000,
  breakAfter: 20,
  breakMs: 5_000,
}

export type Exchange = <T>(
  call: Call<T>,
  signal: AbortSignal,
) => Promise<{ ok: true; value: T } | RequestFailure>

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The code of a request that its upstream limits while it serves others, or for longer than we wait. */
export const limitedTooLong = 'LIMITED'

/**
 * Sends requests to one upstream: waits at the gate, sends, closes the gate on a rate limit (which costs no
 * try), and retries repeatable requests until a response is usable or no try is left. A request that is
 * limited while others are served does not close the gate, and fails if its limit does not end.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { dispatcher, gate, limit, timeoutMs, maxBytes = 64 * 1024 * 1024 } = options
  const retry = { ...defaultRetry, ...options.retry }
  const breaker = createBreaker(retry.breakAfter, retry.breakMs)
  const watch = createLimitWatch(options.maxWaitMs)
  const toAnswerOfAll = createOutageProbe(probe, options.probe !== undefined)

  async function sendNoted(request: Limitable, signal: AbortSignal, isRetried = false) {
    request.onSend?.()
    const sentAt = performance.now()
    const limits = watch.roundsOf(request) + 1
    const sent = await unpacked(await send(dispatcher, request, timeoutMs, signal), maxBytes)
    const status = sent.ok ? sent.response.status : undefined
    if (sent.ok || !signal.aborted) gate.note?.({ ms: performance.now() - sentAt, status })
    // A server may close an idle connection just as a request is sent on it.
    const provesNothing = !sent.ok && sent.isCutOff === true && request.method === 'GET' && isRetried
    gate.ended?.(provesNothing ? 'unknown' : await toAnswerOfAll(request, toAnswer(sent, limits), signal))
    return sent
  }

  async function probe(request: Limitable, signal: AbortSignal): Promise<Answer> {
    if (options.probe !== undefined) return options.probe(signal)
    const other = await watch.otherThan(request)
    return other === undefined ? 'unknown' : toAnswer(await send(dispatcher, other, timeoutMs, signal))
  }

  async function sendOnce<T>(
    call: Call<T>,
    { attempt, limitedBy }: { attempt: number; limitedBy: Response | undefined },
    signal: AbortSignal,
  ): Promise<Sent> {
    const refusal = await passGate(limitedBy, signal)
    if (refusal) return refusal
    if (!readMethods.has(call.method)) await gate.passWrite?.()
    signal.throwIfAborted()
    watch.sent(call)
    const sent = await sendNoted(call, signal, attempt === 1 && retry.tries > 1)
    const rounds = watch.roundsOf(call) + 1
    const limited = sent.ok ? limitOf(sent.response, rounds) : undefined
    if (!sent.ok || limited === undefined) {
      watch.answered(call, sent.ok ? sent.response : undefined)
      return sent
    }
    const { waitMs, isEndless } = limited
    // Judged before another request takes the slot.
    const { closeMs, givenUp } = await watch.limited(call, waitMs, async (request) => {
      const probed = await sendNoted(request, signal)
      return probed.ok ? probed.response.status : undefined
    })
    const { status } = sent.response
    const { maxOutageMs = Infinity } = gate
    if (isEndless && rounds > shortLimits && watch.limitedMs(call) >= maxOutageMs)
      return giveUp(`returned ${status} ${noTime} for each of the last ${rounds} tries`, status === 503)
    if (closeMs > 0) await gate.close(closeMs)
    if (givenUp !== undefined) return tooLong(`returned ${status} for this request ${givenUp}`, true)
    if (!watch.isWorth(closeMs)) return tooLong(`returned ${status}: ${askedFor(closeMs)}`, true)
    return { ...sent, pauseMs: closeMs > 0 ? 0 : Math.min(waitMs, retry.capMs) }
  }

  /** A failure if the gate is closed for longer than is worth waiting for; `limitedBy` closed it. */
  async function passGate(limitedBy: Response | undefined, signal: AbortSignal): Promise<Sent | undefined> {
    try {
      await gate.pass(signal)
      return undefined
    } catch (error) {
      if (error instanceof OutageError) return error.isTooLong ? notSent(error) : raise(error)
      if (!(error instanceof LimitedError)) throw error
      if (watch.isWorth(error.waitMs))
        throw limitedBy === undefined ? error : error.with(describeResponse(limitedBy))
      return tooLong(`limits all requests: ${askedFor(error.waitMs)}`, false)
    }
  }

  async function exchange<T>(
    call: Call<T>,
    signal: AbortSignal,
  ): Promise<{ ok: true; value: T } | RequestFailure> {
    let limitedBy: Response | undefined
    for (let attempt = 1; ;) {
      signal.throwIfAborted()
      const sent = await limit(() => sendOnce(call, { attempt, limitedBy }, signal))
      // A 503 does not show whether the work has started.
      if (sent.ok && sent.pauseMs !== undefined && !(call.once === true && sent.response.status === 503)) {
        limitedBy = sent.response
        await pause(sent.pauseMs, signal)
        continue
      }
      const result = sent.ok ? readWith(call, sent.response) : sent
      if (result.ok || (call.once === true && result.sent)) return result
      signal.throwIfAborted()
      const isTooSlow = call.timeoutIsFinal === true && result.code === 'TIMEOUT'
      if (result.permanent || isTooSlow || attempt >= retry.tries) return countTries(result, attempt)
      await pause(fullJitterMs(attempt, retry), signal)
      attempt++
    }
  }

  return (call, signal) => breaker(() => exchange(call, signal))
}

/** `pauseMs`: the response was a limit, and the request may be sent again after the pause and the gate. */
type Sent = { ok: true; response: Response; pauseMs?: number } | RequestFailure

/** Not counted by the breaker, because the upstream is up. */
function tooLong(reason: string, sent: boolean): RequestFailure {
  return { ok: false, sent, permanent: true, code: limitedTooLong, reason }
}

/** The upstream may have started the work before it sent a 503. */
function giveUp(reason: string, sent: boolean): RequestFailure {
  const cause = new GivenUpError(reason)
  return { ok: false, sent, permanent: true, code: limitedTooLong, reason, cause }
}

function notSent({ facts }: OutageError): RequestFailure {
  const minutes = Math.round(facts.outageMs / 60_000)
  const reason = `not sent: no usable response for ${minutes} min (${facts.reason})`
  const cause = new GivenUpError(reason)
  return { ok: false, sent: false, permanent: true, code: 'BROKEN', reason, cause }
}

function raise(error: Error): never {
  throw error
}

function askedFor(waitMs: number): string {
  return `it requires a wait of ${Math.ceil(waitMs / 60_000)} min, and has sent no other response`
}

function readWith<T>(call: Call<T>, response: Response): { ok: true; value: T } | RequestFailure {
  const read = call.read(response)
  return read.ok ? read : { ...read, sent: true, permanent: false, code: `HTTP_${response.status}` }
}

function countTries(failure: RequestFailure, tries: number): RequestFailure {
  return tries === 1 ? failure : { ...failure, reason: `${failure.reason} (after ${tries} tries)` }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return
  try {
    await sleep(ms, undefined, { signal })
  } finally {
    signal.throwIfAborted()
  }
}

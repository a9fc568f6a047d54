import { setTimeout as sleep } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import type { Dispatcher } from 'undici'
import { fullJitterMs, halfJitterMs } from '../backoff.ts'
import { retryAfterMs } from '../retry-after.ts'
import { createBreaker } from './breaker.ts'
import { headerOf, type Request, type RequestFailure, type Response, send } from './send.ts'

/** Holds back requests to an upstream while it limits us. */
export type HttpGate = {
  pass(signal: AbortSignal): Promise<void>
  close(waitMs: number): Promise<void>
  /** Receives every request that was sent and not aborted by us; `status` is undefined without a response. */
  note?(request: { ms: number; status: number | undefined }): void
}

/** What a response means; not ok: it is no usable answer, and a retry may bring one. */
export type Read<T> = { ok: true; value: T } | { ok: false; reason: string }

export type Call<T> = Request & {
  read: (response: Response) => Read<T>
  /** Must not run twice: a failure is final once bytes may have been sent. */
  once?: boolean
  /** Not retried after the time limit. */
  timeoutIsFinal?: boolean
  onSend?: (() => void) | undefined
}

export type ExchangeOptions = {
  dispatcher: Dispatcher
  gate: HttpGate
  /** Bounds concurrent requests; waiting ones have not passed the gate yet. */
  limit: LimitFunction
  timeoutMs: number
  retry?: Partial<RetryOptions> | undefined
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

const unexplainedLimit = { baseMs: 1_000, capMs: 60_000 }

export type Exchange = <T>(
  call: Call<T>,
  signal: AbortSignal,
) => Promise<{ ok: true; value: T } | RequestFailure>

/**
 * Sends requests to one upstream: waits at the gate, sends, closes the gate on a rate limit (which costs no try), and
 * retries what may be repeated until a response is usable or no try is left.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { dispatcher, gate, limit, timeoutMs } = options
  const retry = { ...defaultRetry, ...options.retry }
  const breaker = createBreaker(retry.breakAfter, retry.breakMs)

  async function sendOnce<T>(call: Call<T>, limits: number, signal: AbortSignal) {
    await gate.pass(signal)
    signal.throwIfAborted()
    call.onSend?.()
    const sentAt = performance.now()
    const sent = await send(dispatcher, call, timeoutMs, signal)
    const status = sent.ok ? sent.response.status : undefined
    if (sent.ok || !signal.aborted) gate.note?.({ ms: performance.now() - sentAt, status })
    const waitMs = sent.ok ? rateLimitMs(sent.response, limits + 1) : undefined
    // Before another request takes the slot.
    if (waitMs !== undefined) await gate.close(waitMs)
    return { sent, isLimited: waitMs !== undefined }
  }

  async function exchange<T>(
    call: Call<T>,
    signal: AbortSignal,
  ): Promise<{ ok: true; value: T } | RequestFailure> {
    let limits = 0
    for (let attempt = 1; ;) {
      signal.throwIfAborted()
      const { sent, isLimited } = await limit(() => sendOnce(call, limits, signal))
      if (isLimited) {
        limits++
        // A 503 does not tell whether the work has begun.
        if (!(call.once === true && sent.ok && sent.response.status === 503)) continue
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

function readWith<T>(call: Call<T>, response: Response): { ok: true; value: T } | RequestFailure {
  const read = call.read(response)
  return read.ok ? read : { ...read, sent: true, permanent: false, code: `HTTP_${response.status}` }
}

function rateLimitMs(response: Response, limits: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const retryAfter = retryAfterMs(headerOf(response, 'retry-after'), Date.now())
  return retryAfter ?? (response.status === 429 ? halfJitterMs(limits, unexplainedLimit) : undefined)
}

function countTries(failure: RequestFailure, tries: number): RequestFailure {
  return tries === 1 ? failure : { ...failure, reason: `${failure.reason} (after ${tries} tries)` }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } finally {
    signal.throwIfAborted()
  }
}

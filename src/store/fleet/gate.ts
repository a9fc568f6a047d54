import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Outages } from '../../core/report/pauses.ts'
import { LimitedError, type Upstream } from '../../lib/errors.ts'
import type { HttpGate } from '../../lib/http/exchange.ts'
import { defineScript, nothing } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { limitLeft, longestLimitMs, readLimits } from './limit-bounds.ts'
import { createPace } from './pace.ts'

/** For a longer wait, the job is returned to its queue. */
const maxInlineWaitMs = 2_000

const announceLimit = defineScript('fleet/announce-limit', nothing)

export type FleetGates = {
  /** Resolves once stored limits are known and new ones are received; tries again after a failure. */
  open(): Promise<void>
  /** With `maxOutageMs`, calls wait while the upstream does not respond; after that time they fail. */
  gateOf(upstream: Upstream, maxPerSecond: number, maxOutageMs?: number): HttpGate
  /** The gate of a host that serves assets; its limits apply only to its files. */
  assetGateOf: (origin: string) => HttpGate
  /** Milliseconds left of the limits that are known to this process. */
  limits(): Record<Upstream, number>
  /** Allows the next call to an upstream that is down. */
  tryNow(): Promise<void>
  /** The upstreams that do not respond, as far as this process knows. */
  outages(): Outages
  close(): void
}

export type GateOptions = {
  /** Receives a stored limit that cannot be ours and is ignored. */
  onDamaged?: (key: string, text: string) => void
  /** Receives a limit above the maximum; `askedMs` is the requested duration. */
  onShortened?: (name: string, askedMs: number) => void
}

/**
 * Gates shared by the whole fleet: a limit is stored in Redis and announced on a channel, so that a process in the
 * middle of a chunk stops too. No call passes before the stored limits are known.
 */
export function openGates(
  redis: Redis,
  subscriber: Redis,
  keys: Keys,
  { onDamaged, onShortened }: GateOptions = {},
): FleetGates {
  /** By the monotonic clock, because a limit must neither grow nor end when the machine's clock is corrected. */
  const until = new Map<string, number>()
  const leftOf = (name: string): number => Math.ceil(Math.max(0, (until.get(name) ?? 0) - performance.now()))
  const wait = (name: string, waitMs: number): void => {
    until.set(name, Math.max(until.get(name) ?? 0, performance.now() + waitMs))
  }
  const learnStored = async (...names: string[]): Promise<void> => {
    const stored = await readLimits(redis, keys, names, onDamaged)
    names.forEach((name, index) => wait(name, stored[index] ?? 0))
  }
  const breakers = new Map<string, CircuitBreaker>()
  subscriber.on('message', (channel: string, text: string) => {
    // A process that misses it notices at its own next call.
    if (channel === keys.breakerChanges)
      void breakers
        .get(text)
        ?.refresh()
        .catch(() => undefined)
    if (channel !== keys.limits) return
    const [name = '', time = '', left] = text.split(' ')
    const waitMs = limitLeft(time, left === undefined ? undefined : Number(left))
    if (waitMs === undefined) onDamaged?.(keys.limit(name), time)
    else wait(name, waitMs)
  })
  let isOpen = false
  const open = once(async () => {
    await subscriber.subscribe(keys.limits, keys.breakerChanges)
    await learnStored('partner', 'cms')
    isOpen = true
  })
  // `pass` repeats this and reports its failure, so a connection that closes early must not become an unhandled
  // rejection.
  open().catch(() => undefined)

  const openGate = (name: string, limitedFor: (waitMs: number) => LimitedError) => ({
    async pass(signal: AbortSignal): Promise<void> {
      if (!isOpen) await open()
      for (;;) {
        signal.throwIfAborted()
        const waitMs = leftOf(name)
        if (waitMs === 0) break
        if (waitMs > maxInlineWaitMs) throw limitedFor(waitMs)
        await sleep(waitMs, undefined, { signal })
      }
    },
    async close(askedMs: number): Promise<void> {
      const now = Date.now()
      const waitMs = Math.min(askedMs, longestLimitMs)
      if (waitMs < askedMs) onShortened?.(name, askedMs)
      wait(name, waitMs)
      const args = [name, waitMs, now, longestLimitMs]
      await announceLimit.run(redis, [keys.limit(name), keys.limitDuration(name), keys.limits], args)
    },
  })
  return {
    open,
    gateOf(upstream, maxPerSecond, maxOutageMs) {
      const gate = openGate(upstream, (waitMs) => new LimitedError(upstream, waitMs))
      const pace = maxPerSecond > 0 ? createPace(redis, keys.pace(upstream), maxPerSecond) : undefined
      const passPaced = async (signal: AbortSignal): Promise<void> => {
        await gate.pass(signal)
        if (pace === undefined) return
        await pace(signal)
        // The upstream may have announced a limit in the meantime.
        await gate.pass(signal)
      }
      const paced = { pass: passPaced, close: (waitMs: number) => gate.close(waitMs) }
      if (maxOutageMs === undefined) return paced
      const breaker = createCircuitBreaker(redis, keys, upstream, maxOutageMs)
      breakers.set(upstream, breaker)
      return { ...paced, maxOutageMs, ...behindBreaker(breaker, passPaced) }
    },
    assetGateOf(origin) {
      const name = `asset:${origin}`
      const gate = openGate(name, (waitMs) => new LimitedError('partner', waitMs, origin))
      const known = once(() => learnStored(name))
      return {
        async pass(signal) {
          await known()
          await gate.pass(signal)
        },
        close: (waitMs) => gate.close(waitMs),
      }
    },
    limits: () => ({ partner: leftOf('partner'), cms: leftOf('cms') }),
    async tryNow() {
      for (const breaker of breakers.values()) await breaker.tryNow()
    },
    outages() {
      const known = [...breakers].map(([upstream, breaker]) => [upstream, breaker.outage()] as const)
      return Object.fromEntries(known.filter(([, outage]) => outage !== undefined))
    },
    close: () => subscriber.disconnect(),
  }
}

/** The circuit breaker's part of a gate; a call that the gate itself stops reveals nothing about the upstream. */
function behindBreaker(breaker: CircuitBreaker, pass: HttpGate['pass']): Pick<HttpGate, 'pass' | 'ended'> {
  const known = once(() => breaker.refresh())
  return {
    ended: (answer) => breaker.ended(answer),
    async pass(signal) {
      await known()
      await breaker.pass(signal)
      try {
        await pass(signal)
      } catch (error) {
        breaker.ended('unknown')
        throw error
      }
    },
  }
}

/** Runs until it has succeeded once; parallel calls share a try. */
function once(run: () => Promise<void>): () => Promise<void> {
  let tried: Promise<void> | undefined
  return () =>
    (tried ??= run().catch((error: unknown) => {
      tried = undefined
      throw error
    }))
}

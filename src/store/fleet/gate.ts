import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { LimitedError, type Upstream } from '../../lib/errors.ts'
import type { HttpGate } from '../../lib/http/exchange.ts'
import type { Keys } from '../redis/keys.ts'

/** A longer wait gives the job back to its queue. */
const maxInlineWaitMs = 2_000

/** Calls per reservation, so that pacing costs one round trip a dozen calls. */
const reservation = 12

/** Stores and announces a limit; a shorter one does not replace a longer one. */
const closeScript = `local time = math.max(tonumber(ARGV[2]), tonumber(redis.call('get', KEYS[1]) or '0'))
  local text = string.format('%.0f', time)
  redis.call('set', KEYS[1], text, 'PX', math.max(1, math.ceil(time - tonumber(ARGV[3]))))
  redis.call('publish', KEYS[2], ARGV[1] .. ' ' .. text)`

export type FleetGates = {
  /** Resolves once stored limits are known and new ones are received. */
  opened: Promise<void>
  gateOf(upstream: Upstream, maxPerSecond: number): HttpGate
  limits(): Promise<Record<Upstream, number>>
  close(): void
}

/**
 * Gates that the whole fleet shares: a limit is stored in Redis and announced on a channel, so that a process in the
 * middle of a chunk stops too. No call passes before the stored limits are known.
 */
export function openGates(redis: Redis, subscriber: Redis, keys: Keys): FleetGates {
  const until: Record<Upstream, number> = { partner: 0, cms: 0 }
  const learn = (upstream: Upstream, time: number): void => {
    until[upstream] = Math.max(until[upstream], time)
  }
  subscriber.on('message', (channel: string, text: string) => {
    if (channel !== keys.limits) return
    const [upstream, time] = text.split(' ')
    if (upstream === 'partner' || upstream === 'cms') learn(upstream, Number(time))
  })
  const listen = async (): Promise<void> => {
    await subscriber.subscribe(keys.limits)
    const stored = await redis.mget(keys.limit('partner'), keys.limit('cms'))
    learn('partner', Number(stored[0] ?? 0))
    learn('cms', Number(stored[1] ?? 0))
    isOpen = true
  }
  let isOpen = false
  const opened = listen()
  // Closed before Redis answered: `pass` reports it, so it is not an unhandled rejection.
  opened.catch(() => undefined)

  const gateOf = (upstream: Upstream, maxPerSecond: number): HttpGate => {
    const pace = maxPerSecond > 0 ? createPace(redis, keys.pace(upstream), maxPerSecond) : undefined
    return {
      async pass(signal) {
        if (!isOpen) await opened
        for (;;) {
          signal.throwIfAborted()
          const waitMs = until[upstream] - Date.now()
          if (waitMs <= 0) break
          if (waitMs > maxInlineWaitMs) throw new LimitedError(upstream, waitMs)
          await sleep(waitMs, undefined, { signal })
        }
        await pace?.(signal)
      },
      async close(waitMs) {
        const now = Date.now()
        learn(upstream, now + waitMs)
        await redis.eval(closeScript, 2, keys.limit(upstream), keys.limits, upstream, now + waitMs, now)
      },
    }
  }
  return {
    opened,
    gateOf,
    async limits() {
      const now = Date.now()
      return { partner: Math.max(0, until.partner - now), cms: Math.max(0, until.cms - now) }
    },
    close: () => subscriber.disconnect(),
  }
}

/** Spaces calls evenly over the whole fleet: each process reserves a dozen slots at a time. */
function createPace(redis: Redis, key: string, maxPerSecond: number): (signal: AbortSignal) => Promise<void> {
  const stepMs = 1000 / maxPerSecond
  let slots: number[] = []
  let reserving: Promise<void> | undefined
  const reserve = async (): Promise<void> => {
    const script = `local start = math.max(tonumber(redis.call('get', KEYS[1]) or '0'), tonumber(ARGV[1]))
      redis.call('set', KEYS[1], start + tonumber(ARGV[2]), 'PX', 60000) return tostring(start)`
    const count = Math.max(1, Math.min(reservation, Math.floor(maxPerSecond)))
    const start = Number(await redis.eval(script, 1, key, Date.now(), count * stepMs))
    slots = Array.from({ length: count }, (_, index) => start + index * stepMs)
  }
  return async (signal) => {
    for (;;) {
      const slot = slots.shift()
      if (slot === undefined) {
        reserving ??= reserve().finally(() => (reserving = undefined))
        await reserving
        continue
      }
      const waitMs = slot - Date.now()
      // Unused slots expire after a second; later they would be a burst.
      if (waitMs < -1000) continue
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      return
    }
  }
}

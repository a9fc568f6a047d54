import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { defineScript } from '../lua/script.ts'

/** A call that is later than this after its slot takes another one, because it would exceed the rate by 5%. */
const lateMs = 50

/** The first slot, the number of slots, and the milliseconds until the first one or until one can be taken. */
const takeSlots = defineScript('fleet/take-slots', z.tuple([z.coerce.number(), z.int(), z.coerce.number()]))

/** Waits for the next slot; resolves with its time by Redis's clock, in ms since 1970. */
export type Pace = (signal: AbortSignal) => Promise<number>

/** A process's clock and timer; `redisNow` replaces Redis's own clock. All in milliseconds. */
export type PaceClock = {
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
  redisNow?: () => number
}

type Slot = { at: number; due: number }

const ownClock: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
}

/**
 * Spaces calls evenly over the whole fleet. A process takes exactly one slot for each waiting call, so none is left
 * unused; the clocks of processes do not matter.
 */
export function createPace(redis: Redis, key: string, maxPerSecond: number, clock = ownClock): Pace {
  const stepMs = 1000 / maxPerSecond
  const slots: Slot[] = []
  let wanted = 0
  let taking: Promise<number> | undefined
  let leastTripMs = Infinity

  /** Takes a slot for each waiting call; resolves with the wait until slots are available. */
  async function take(): Promise<number> {
    // Calls at the same moment share the round trip.
    await Promise.resolve()
    const sentAt = clock.now()
    const now = clock.redisNow === undefined ? [] : [clock.redisNow()]
    const args = [stepMs, wanted - slots.length, ...now]
    const [first, count, untilFirst] = await takeSlots.run(redis, [key], args)
    if (count === 0) return untilFirst
    // A reply that this process read late is not a measure of Redis's clock.
    const tripMs = clock.now() - sentAt
    leastTripMs = Math.min(tripMs, leastTripMs * 1.5)
    const start = sentAt + leastTripMs + untilFirst
    for (let index = 0; index < count; index++)
      slots.push({ at: first / 1000 + index * stepMs, due: start + index * stepMs })
    return 0
  }

  async function nextSlot(signal: AbortSignal): Promise<Slot> {
    wanted++
    try {
      for (;;) {
        signal.throwIfAborted()
        const slot = slots.shift()
        if (slot !== undefined) return slot
        const waitMs = await (taking ??= take().finally(() => (taking = undefined)))
        if (waitMs > 0) await clock.wait(waitMs, signal)
      }
    } finally {
      wanted--
    }
  }

  return async (signal) => {
    for (;;) {
      const slot = await nextSlot(signal)
      try {
        const waitMs = slot.due - clock.now()
        if (waitMs > 0) await clock.wait(waitMs, signal)
      } catch (error) {
        slots.unshift(slot)
        throw error
      }
      if (clock.now() - slot.due <= lateMs) return slot.at
    }
  }
}

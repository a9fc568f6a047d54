import { setImmediate } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { createPace, type Pace } from '../../../src/store/fleet/pace.ts'

/** A call that went out: its slot and its time, both in ms on Redis's clock. */
export type Sent = { process: number; slot: number; at: number }

type Sleeper = { at: number; wake: () => void }

/** Processes that share a pace, each with its own clock; time passes only while all of them wait. */
export function createPaceWorld(redis: Redis, key: string, maxPerSecond: number) {
  const startedAt = 1_700_000_000_000
  let now = startedAt
  let takes = 0
  const sleepers = new Set<Sleeper>()
  const sent: Sent[] = []

  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      sleepers.add({ at: now + ms, wake: resolve })
      signal?.addEventListener('abort', () => reject(signal.reason))
    })

  /** The pace of a process whose clock is off by `skewMs`; `lateMs` returns its delay for a time at which it should wake. */
  function openPace(skewMs: number, lateMs: (at: number) => number = () => 0): Pace {
    return createPace(redis, key, maxPerSecond, {
      now: () => now + skewMs,
      wait: (ms, signal) => wait(ms + lateMs(now + ms - startedAt), signal),
      redisNow() {
        takes++
        return now
      },
    })
  }

  /** Waits until no reply of Redis is outstanding; replies arrive in the order of the commands. */
  async function untilIdle(): Promise<void> {
    for (let before = -1; before !== takes;) {
      before = takes
      await redis.ping()
      await setImmediate()
    }
  }

  return {
    sent,
    wait,
    openPace,
    elapsed: () => now - startedAt,
    jump: (ms: number) => void (now += ms),
    /** A caller in a process that calls again after each response; a response takes `answerMs`. */
    async call(process: number, pace: Pace, answerMs: () => number): Promise<void> {
      for (;;) {
        const slot = await pace(new AbortController().signal)
        sent.push({ process, slot, at: now })
        await wait(answerMs())
      }
    },
    /** Lets `ms` pass. */
    async pass(ms: number): Promise<void> {
      const end = now + ms
      for (;;) {
        await untilIdle()
        const at = Math.min(...[...sleepers].map((sleeper) => sleeper.at))
        if (at > end) break
        now = Math.max(now, at)
        for (const sleeper of sleepers) {
          if (sleeper.at > now) continue
          sleepers.delete(sleeper)
          sleeper.wake()
        }
      }
      now = end
    },
  }
}

/** The most of these times within any second. */
export function mostInASecond(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  let from = 0
  return Math.max(
    ...sorted.map((time, index) => {
      // Slots are kept in µs.
      while ((sorted[from] ?? time) <= time - 1000 + 0.01) from++
      return index - from + 1
    }),
  )
}

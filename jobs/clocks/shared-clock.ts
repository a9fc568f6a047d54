import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'bullmq'

/** The longest time for which a process keeps a job that its own clock would make it take again at once. */
const mostHeldMs = 1_000

/**
 * Makes a worker's waiting jobs and retries continue by the earlier of two clocks: that of the process and
 * that of Redis (`sharedNow`, ms since 1970). BullMQ adds each delay to the clock of the process. If that
 * clock is three hours ahead, all other processes would leave the job alone for three hours. If it is behind,
 * this process would take a job too late whose time is that of Redis.
 *
 * A process whose clock is ahead finds the job due at once. It therefore keeps the job for up to a second
 * before it returns it, so that it does not take and return the same job in a loop.
 */
export function useSharedClock({ backend }: Pick<Worker, 'backend'>, sharedNow: () => Promise<number>): void {
  const move = backend.moveToDelayed.bind(backend)
  backend.moveToDelayed = async (id, _, delay, ...rest) => {
    const aheadMs = Date.now() - (await sharedNow())
    if (aheadMs > 0) await sleep(Math.min(aheadMs, delay, mostHeldMs))
    // Both clocks continued while the job was held.
    return move(id, Date.now() - Math.max(aheadMs, 0), delay, ...rest)
  }
}

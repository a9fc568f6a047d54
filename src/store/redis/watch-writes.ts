import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Logger } from '../../lib/logger.ts'
import type { Keys } from './keys.ts'
import { findWriteFault } from './write-fault.ts'

export type WriteWatch = {
  /** Why writes to Redis are impossible, as far as is known. */
  fault(): string | undefined
  /** Tests Redis, and resolves once it accepts writes; rejects when the signal aborts. */
  untilWritable(signal: AbortSignal): Promise<void>
  /** Tests Redis regularly. */
  start(): void
  stop(): void
}

const watchMs = 5_000
const retryMs = 1_000

/**
 * From its start, tests every 5 s whether Redis accepts writes; logs when it stops and when it resumes. After that, and
 * after a lost connection, Redis may have lost the latest writes: `onRecovered` checks this.
 */
export function createWriteWatch(
  { redis, keys, log }: { redis: Redis; keys: Keys; log: Logger },
  onRecovered: () => void = () => undefined,
): WriteWatch {
  let fault: string | undefined
  let checking: Promise<void> | undefined

  function learn(found: string | undefined): void {
    const before = fault
    fault = found
    if (found !== undefined && before === undefined)
      log.error({ reason: found }, 'Redis cannot be used; the mirror pauses until it can')
    if (found === undefined && before !== undefined) {
      log.info('Redis can be used again; the mirror continues')
      onRecovered()
    }
  }
  /** A lost connection is reported elsewhere. */
  const check = (): Promise<void> =>
    (checking ??= findWriteFault(redis, keys)
      .then(learn, () => undefined)
      .finally(() => (checking = undefined)))

  let isLost = false
  const noteLoss = (): void => void (isLost = true)
  const noteReturn = (): void => {
    if (isLost) onRecovered()
    isLost = false
  }
  let timer: NodeJS.Timeout | undefined
  return {
    fault: () => fault,
    async untilWritable(signal) {
      signal.throwIfAborted()
      // Without a connection the test waits for a response.
      const aborted = once(signal, 'abort').then((): never => {
        throw signal.reason
      })
      aborted.catch(() => undefined)
      for (;;) {
        await Promise.race([check(), aborted])
        if (fault === undefined) return
        await Promise.race([sleep(retryMs), aborted])
      }
    },
    start() {
      redis.on('close', noteLoss).on('ready', noteReturn)
      timer = setInterval(() => void check(), watchMs).unref()
    },
    stop() {
      redis.off('close', noteLoss).off('ready', noteReturn)
      clearInterval(timer)
    },
  }
}

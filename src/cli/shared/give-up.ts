import type { RedisLoss } from '../../store/redis/open.ts'
import { exitCodes } from './exit-codes.ts'

/** Ends a command that lost Redis; without Redis it cannot close in order either. */
export function givingUp({ redis }: { redis: { timeoutMs: number } }): RedisLoss {
  return {
    limitMs: redis.timeoutMs,
    onLost(error) {
      process.stderr.write(`${error.message}\n`)
      process.exit(exitCodes.error)
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { ChainableCommander } from 'ioredis'
import { isRefusedByRedis } from '../../lib/redis-refusal.ts'
import { execute } from './execute.ts'

/** Enough time for a slot to move. A job may still wait longer for a Redis that refuses writes. */
const mostTries = 10
const pauseMs = 200

/**
 * Repeats a transaction while Redis refuses it, because a refused transaction has no partial effect. Throws if Redis
 * still refuses it after two seconds.
 */
export async function executeAgain(makeTransaction: () => ChainableCommander): Promise<unknown[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await execute(makeTransaction())
    } catch (error) {
      if (tries === mostTries || !isRefusedByRedis(error)) throw error
      await pause(pauseMs)
    }
  }
}

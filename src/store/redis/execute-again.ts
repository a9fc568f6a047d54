import { setTimeout as pause } from 'node:timers/promises'
import type { ChainableCommander } from 'ioredis'
import { isRefusedByRedis } from '../../lib/redis-refusal.ts'
import { execute } from './execute.ts'

/** A slot has moved within this time, and a job may still wait longer for a Redis that refuses writes. */
const mostTries = 10
const pauseMs = 200

/**
 * Sends a transaction again while Redis refuses it: a refused transaction was not carried out in part. Throws if Redis
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

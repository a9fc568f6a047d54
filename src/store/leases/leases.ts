import type { Redis } from 'ioredis'
import type { Leases, Site } from '../../sync/ports/leases.ts'
import { wholeMs, type WholeMs } from '../../lib/time/whole-ms.ts'
import type { Keys } from '../redis/keys.ts'
import {
  releaseOwnScript,
  releaseProductsScript,
  releaseSharedScript,
  renewOwnScript,
  renewProductsScript,
  renewSharedScript,
  shareScript,
  takeOwnScript,
  takeProductsScript,
} from './lease-scripts.ts'

/** Longer than another process needs to take over a killed one's job, so that the job keeps its leases. */
export const leaseMs = wholeMs(30_000)

const taken = ['waits', 'taken', 'kept'] as const

/** Leases in Redis, by Redis's own clock. */
export function createLeases(redis: Redis, keys: Keys, lastsMs: WholeMs = leaseMs): Leases {
  const ofProducts = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.productLease(gtin))
  const ofJobs = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.sharedLease(gtin))
  const run = (script: string, touched: readonly string[], holder: string): Promise<unknown> =>
    redis.eval(script, touched.length, ...touched, holder, lastsMs)
  const keyOf = (what: Site): string => (what === 'whole mirror' ? keys.wholeLease : keys.sharedPagesLease)

  return {
    lastsMs,

    async takeProducts(runId, gtins) {
      const around = [keys.wholeLease, keys.leaseHolders]
      const touched = [...around, ...ofProducts(gtins), ...ofJobs(gtins)]
      return taken[Number(await run(takeProductsScript, touched, runId))] ?? 'waits'
    },

    async renewProducts(runId, gtins) {
      return (await run(renewProductsScript, [keys.leaseHolders, ...ofProducts(gtins)], runId)) === 1
    },

    async releaseProducts(runId, gtins) {
      await run(releaseProductsScript, [keys.leaseHolders, ...ofProducts(gtins)], runId)
    },

    async share(job, gtins) {
      if (gtins.length === 0) return new Set()
      const free = (await run(shareScript, [...ofProducts(gtins), ...ofJobs(gtins)], job)) as number[]
      return new Set(gtins.filter((_, index) => free[index] === 1))
    },

    async renewShared(job, gtins) {
      return gtins.length === 0 || (await run(renewSharedScript, ofJobs(gtins), job)) === 1
    },

    async releaseShared(job, gtins) {
      if (gtins.length > 0) await run(releaseSharedScript, ofJobs(gtins), job)
    },

    async take(what, job) {
      const around = what === 'whole mirror' ? [keys.leaseHolders] : []
      return (await run(takeOwnScript, [keyOf(what), ...around], job)) === 1
    },

    async renew(what, job) {
      return (await run(renewOwnScript, [keyOf(what)], job)) === 1
    },

    async release(what, job) {
      await run(releaseOwnScript, [keyOf(what)], job)
    },
  }
}

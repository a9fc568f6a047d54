import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Leases, Site } from '../../sync/ports/leases.ts'
import { wholeMs, type WholeMs } from '../../lib/time/whole-ms.ts'
import { defineScript, flags, hadEffect, nothing, type Script } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'

/** Longer than another process needs to take over a killed one's job, so that the job keeps its leases. */
export const leaseMs = wholeMs(30_000)

const taken = ['waits', 'taken', 'kept'] as const

const takeProducts = defineScript(
  'leases/take-products',
  z.literal([0, 1, 2]).transform((reply) => taken[reply]),
)
const renewProducts = defineScript('leases/renew-products', hadEffect)
const releaseProducts = defineScript('leases/release-products', nothing)
const shareProducts = defineScript('leases/share-products', flags)
const renewShared = defineScript('leases/renew-shared', hadEffect)
const releaseShared = defineScript('leases/release-shared', nothing)
const takeOwn = defineScript('leases/take-own', hadEffect)
const renewOwn = defineScript('leases/renew-own', hadEffect)
const releaseOwn = defineScript('leases/release-own', nothing)

/** Leases in Redis, by Redis's own clock. */
export function createLeases(redis: Redis, keys: Keys, lastsMs: WholeMs = leaseMs): Leases {
  const ofProducts = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.productLease(gtin))
  const ofJobs = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.sharedLease(gtin))
  const run = <T>(script: Script<T>, touched: readonly string[], holder: string): Promise<T> =>
    script.run(redis, touched, [holder, lastsMs])
  const keyOf = (what: Site): string => (what === 'whole mirror' ? keys.wholeLease : keys.sharedPagesLease)

  return {
    lastsMs,

    async takeProducts(runId, gtins) {
      const around = [keys.wholeLease, keys.leaseHolders]
      const touched = [...around, ...ofProducts(gtins), ...ofJobs(gtins)]
      return run(takeProducts, touched, runId)
    },

    renewProducts: (runId, gtins) => run(renewProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    releaseProducts: (runId, gtins) => run(releaseProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    async share(job, gtins) {
      if (gtins.length === 0) return new Set()
      const free = await run(shareProducts, [...ofProducts(gtins), ...ofJobs(gtins)], job)
      return new Set(gtins.filter((_, index) => free[index]))
    },

    async renewShared(job, gtins) {
      return gtins.length === 0 || run(renewShared, ofJobs(gtins), job)
    },

    async releaseShared(job, gtins) {
      if (gtins.length > 0) await run(releaseShared, ofJobs(gtins), job)
    },

    take: (what, job) =>
      run(takeOwn, [keyOf(what), ...(what === 'whole mirror' ? [keys.leaseHolders] : [])], job),

    renew: (what, job) => run(renewOwn, [keyOf(what)], job),

    release: (what, job) => run(releaseOwn, [keyOf(what)], job),
  }
}

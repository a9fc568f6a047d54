import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Site } from '../../sync/ports/stored.ts'
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

/**
 * Locks on products, by Redis's clock. Every lease expires unless it is renewed, so that a killed process does not block
 * others for long. The holder may repeat each `take…`, even in another process.
 */
export function createLeases(redis: Redis, keys: Keys, lastsMs: WholeMs = leaseMs) {
  const ofProducts = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.productLease(gtin))
  const ofJobs = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.sharedLease(gtin))
  const run = <T>(script: Script<T>, touched: readonly string[], holder: string): Promise<T> =>
    script.run(redis, touched, [holder, lastsMs])
  const keyOf = (what: Site): string => (what === 'whole mirror' ? keys.wholeLease : keys.sharedPagesLease)

  return {
    /** The duration of a lease without renewal. */
    lastsMs,

    /**
     * Takes products for one product run, all of them or none. `waits`: another run has one of them; as soon as no other
     * product run does, no further job may take them. `kept`: the run has had them without interruption since it took
     * them before.
     */
    async takeProducts(runId: string, gtins: readonly string[]): Promise<'taken' | 'kept' | 'waits'> {
      const around = [keys.wholeLease, keys.leaseHolders]
      const touched = [...around, ...ofProducts(gtins), ...ofJobs(gtins)]
      return run(takeProducts, touched, runId)
    },

    /** False if a lease has expired. */
    renewProducts: (runId: string, gtins: readonly string[]): Promise<boolean> =>
      run(renewProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    releaseProducts: (runId: string, gtins: readonly string[]): Promise<void> =>
      run(releaseProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    /**
     * Takes products for a job of the run with the lock, which shares them with the run's other jobs. Returns those that
     * no product run has or waits for.
     */
    async share(job: string, gtins: readonly string[]): Promise<ReadonlySet<string>> {
      if (gtins.length === 0) return new Set()
      const free = await run(shareProducts, [...ofProducts(gtins), ...ofJobs(gtins)], job)
      return new Set(gtins.filter((_, index) => free[index]))
    },

    async renewShared(job: string, gtins: readonly string[]): Promise<boolean> {
      return gtins.length === 0 || run(renewShared, ofJobs(gtins), job)
    },

    async releaseShared(job: string, gtins: readonly string[]): Promise<void> {
      if (gtins.length > 0) await run(releaseShared, ofJobs(gtins), job)
    },

    /**
     * Takes the whole mirror, or the pages that products share, for one job; false while others have it. While a job has
     * the whole mirror or waits for it, product runs get no products.
     */
    take: (what: Site, job: string): Promise<boolean> =>
      run(takeOwn, [keyOf(what), ...(what === 'whole mirror' ? [keys.leaseHolders] : [])], job),

    renew: (what: Site, job: string): Promise<boolean> => run(renewOwn, [keyOf(what)], job),

    release: (what: Site, job: string): Promise<void> => run(releaseOwn, [keyOf(what)], job),
  }
}

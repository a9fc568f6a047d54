import { randomUUID } from 'node:crypto'
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

/** A job's lease on products: `free` are those that it may process. `renew`: false if the lease is lost. */
export type SharedLease = {
  free: ReadonlySet<string>
  renew(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Locks on products, by Redis's clock. Every lease expires unless it is renewed, so that a killed process does not block
 * others for long. The holder may repeat each `take…`, even in another process.
 */
export function createLeases(redis: Redis, keys: Keys, lastsMs: WholeMs = leaseMs) {
  const ofProducts = (gtins: readonly string[]): string[] => gtins.map((gtin) => keys.productLease(gtin))
  const ofJob = (job: string): string[] => [keys.jobLease(job), keys.jobsWithLeases]
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
      const touched = [keys.wholeLease, keys.leaseHolders, keys.jobsWithLeases, ...ofProducts(gtins)]
      return takeProducts.run(redis, touched, [runId, lastsMs, keys.jobLease(''), ...gtins])
    },

    /** False if a lease has expired. */
    renewProducts: (runId: string, gtins: readonly string[]): Promise<boolean> =>
      run(renewProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    releaseProducts: (runId: string, gtins: readonly string[]): Promise<void> =>
      run(releaseProducts, [keys.leaseHolders, ...ofProducts(gtins)], runId),

    /**
     * Takes those products that no product run has or waits for, as one lease of a job of the run with the lock. Other
     * jobs of that run may have the same products. A job has one lease at a time: a new one ends that of an earlier try.
     */
    async share(job: string, gtins: readonly string[]): Promise<SharedLease> {
      const token = randomUUID()
      const args = [job, lastsMs, token, ...gtins]
      const flagged =
        gtins.length === 0 ? [] : await shareProducts.run(redis, [...ofJob(job), ...ofProducts(gtins)], args)
      const free = new Set(gtins.filter((_, index) => flagged[index]))
      return {
        free,
        renew: async () =>
          free.size === 0 || (await renewShared.run(redis, ofJob(job), [job, lastsMs, token])),
        async release() {
          if (free.size > 0) await releaseShared.run(redis, ofJob(job), [job, token])
        },
      }
    },

    /** Ends the lease of a job, whichever try has it. */
    releaseShared: (job: string): Promise<void> => releaseShared.run(redis, ofJob(job), [job, '']),

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

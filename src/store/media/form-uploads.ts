import type { Redis } from 'ioredis'
import type { FormUploads } from '../../sync/ports/cms.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import type { Keys } from '../redis/keys.ts'

/** The response of a firewall in front of the CMS that rejects raw uploads, and the run that reported it. */
export function createFormUploads(redis: Redis, keys: Keys): FormUploads {
  const key = keys.formUploads
  return {
    async fault() {
      const fault = await redis.hget(key, 'fault')
      return fault === null ? undefined : toOneLine(fault)
    },

    async save(fault) {
      await redis.hset(key, 'fault', fault)
    },

    async claimReport(runId) {
      await redis.hsetnx(key, 'run', runId)
      return (await redis.hget(key, 'run')) === runId
    },

    async forget() {
      await redis.del(key)
    },
  }
}

import type { Redis } from 'ioredis'
import { findingId } from '../../core/page/finding.ts'
import type { Findings } from '../../sync/ports/findings.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { scanHash, setFields } from '../redis/hash.ts'
import { findingShape } from '../formats/shapes/reports.ts'

const seenSeconds = 7 * 24 * 3600

/** The findings of verify runs, one JSON text each, and the pages that the active run has compared. */
export function createFindings(redis: Redis, keys: Keys): Findings {
  return {
    async save(runId, findings) {
      const fields = findings.map((finding) => [findingId(finding), findingShape.encode(finding)] as const)
      await setFields(redis, keys.findings(runId), fields)
    },

    scan(runId) {
      const key = keys.findings(runId)
      return scanHash(redis, key, (field, text) => findingShape.tryDecode(text, { key, field }))
    },

    async saveSeen(runId, pageIds) {
      if (pageIds.length === 0) return
      const transaction = redis.multi().sadd(keys.seenPages(runId), ...pageIds)
      await execute(transaction.expire(keys.seenPages(runId), seenSeconds))
    },

    async seen(runId, pageIds) {
      if (pageIds.length === 0) return []
      return (await redis.smismember(keys.seenPages(runId), ...pageIds)).map((found) => found === 1)
    },

    async clear(runId, all) {
      await redis.unlink(keys.seenPages(runId), ...(all ? [keys.findings(runId)] : []))
    },

    async readNotified() {
      return (await redis.get(keys.notifiedFindings)) ?? undefined
    },

    async saveNotified(digest) {
      await redis.set(keys.notifiedFindings, digest)
    },
  }
}

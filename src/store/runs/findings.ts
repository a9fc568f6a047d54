import type { Redis } from 'ioredis'
import { findingId } from '../../core/page/finding.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { Findings } from '../../sync/ports/findings.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { findingShape } from '../formats/shapes/reports.ts'
import { unlessDamaged } from '../formats/stored.ts'

const seenSeconds = 7 * 24 * 3600

/** The findings of verify runs, one JSON text each, and the pages that a run under way has compared. */
export function createFindings(redis: Redis, keys: Keys): Findings {
  return {
    async save(runId, findings) {
      if (findings.length === 0) return
      const fields = findings.flatMap((finding) => [findingId(finding), findingShape.encode(finding)])
      await redis.hset(keys.findings(runId), ...fields)
    },

    async *scan(runId) {
      let cursor = '0'
      do {
        const [next, flat] = await redis.hscan(keys.findings(runId), cursor, 'COUNT', 500)
        cursor = next
        const page = inChunks(flat, 2).flatMap(([field = '', text = '']) => {
          const place = { key: keys.findings(runId), field }
          return unlessDamaged(() => findingShape.decode(text, place)) ?? []
        })
        if (page.length > 0) yield page
      } while (cursor !== '0')
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

    async notified() {
      return (await redis.get(keys.notifiedFindings)) ?? undefined
    },

    async saveNotified(digest) {
      await redis.set(keys.notifiedFindings, digest)
    },
  }
}

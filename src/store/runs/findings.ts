import type { Redis } from 'ioredis'
import { findingId, type Finding } from '../../core/page/finding.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { scanHash, setFields } from '../redis/hash.ts'
import { findingShape } from '../formats/shapes/reports.ts'

const seenSeconds = 7 * 24 * 3600

/** The findings of verify runs, one JSON text each, and the pages that the active run has compared. */
export function createFindings(redis: Redis, keys: Keys) {
  return {
    /** Adds findings, and replaces earlier ones with the same id. */
    async save(runId: string, findings: readonly Finding[]): Promise<void> {
      const fields = findings.map((finding) => [findingId(finding), findingShape.encode(finding)] as const)
      await setFields(redis, keys.findings(runId), fields)
    },

    /** Some hundred at a time. */
    scan(runId: string): AsyncIterable<Finding[]> {
      const key = keys.findings(runId)
      return scanHash(redis, key, (field, text) => findingShape.tryDecode(text, { key, field }))
    },

    /** Marks pages as compared. */
    async saveSeen(runId: string, pageIds: readonly number[]): Promise<void> {
      if (pageIds.length === 0) return
      const transaction = redis.multi().sadd(keys.seenPages(runId), ...pageIds)
      await execute(transaction.expire(keys.seenPages(runId), seenSeconds))
    },

    /** Whether each page was compared. */
    async seen(runId: string, pageIds: readonly number[]): Promise<boolean[]> {
      if (pageIds.length === 0) return []
      return (await redis.smismember(keys.seenPages(runId), ...pageIds)).map((found) => found === 1)
    },

    /** Forgets which pages were compared; with `all` also the findings. */
    async clear(runId: string, all: boolean): Promise<void> {
      await redis.unlink(keys.seenPages(runId), ...(all ? [keys.findings(runId)] : []))
    },

    /** Digest of the findings of the last notice. */
    async readNotified(): Promise<string | undefined> {
      return (await redis.get(keys.notifiedFindings)) ?? undefined
    },

    async saveNotified(digest: string): Promise<void> {
      await redis.set(keys.notifiedFindings, digest)
    },
  }
}

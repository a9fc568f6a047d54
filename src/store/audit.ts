import type { Redis } from 'ioredis'
import type { Audit, AuditEntry, AuditRow } from '../sync/ports/audit.ts'
import type { Keys } from './keys.ts'

/** Entries that are kept at least. */
const kept = 10_000

const idPattern = /^\d{1,20}-\d{1,20}$/

/** The audit log as a Redis stream: its ids tell the order, and nothing but its end is ever cut off. */
export function createAudit(redis: Redis, keys: Keys): Audit {
  return {
    async add(entry) {
      const id = await redis.xadd(keys.audit, 'MAXLEN', '~', kept, '*', 'entry', JSON.stringify(entry))
      return id ?? ''
    },

    async read(id) {
      if (!idPattern.test(id)) return undefined
      const [row] = (await redis.xrange(keys.audit, id, id)).map(toRow)
      return row
    },

    async list(limit, before) {
      const from = before !== undefined && idPattern.test(before) ? `(${before}` : '+'
      return (await redis.xrevrange(keys.audit, from, '-', 'COUNT', limit)).map(toRow)
    },
  }
}

function toRow([id, fields]: [id: string, fields: string[]]): AuditRow {
  return { id, ...(JSON.parse(fields[1] ?? '{}') as AuditEntry) }
}

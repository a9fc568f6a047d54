import type { Redis } from 'ioredis'
import type { AuditEntry, AuditRow } from '../../sync/ports/stored.ts'
import type { Keys } from '../redis/keys.ts'
import { auditShape } from '../formats/shapes/reports.ts'

/** Entries per round trip of a walk. */
const entriesRead = 500

/** The minimum number of kept entries. */
const kept = 10_000

const idPattern = /^\d{1,20}-\d{1,20}$/

/** The audit log as a Redis stream: ids determine the order, and only the oldest entries are removed. */
export function createAudit(redis: Redis, keys: Keys) {
  const toRow = ([id, fields]: [id: string, fields: string[]]): AuditRow[] => {
    const entry = auditShape.tryDecode(fields[1] ?? '', { key: keys.audit, field: id })
    return entry ? [{ id, ...entry }] : []
  }
  return {
    /** Returns the entry's id. */
    async add(entry: AuditEntry): Promise<string> {
      const id = await redis.xadd(keys.audit, 'MAXLEN', '~', kept, '*', 'entry', auditShape.encode(entry))
      return id ?? ''
    },

    async read(id: string): Promise<AuditRow | undefined> {
      if (!idPattern.test(id)) return undefined
      const [row] = (await redis.xrange(keys.audit, id, id)).flatMap(toRow)
      return row
    },

    /** Newest first; with an id, only entries older than `before`. */
    async list(limit: number, before?: string): Promise<AuditRow[]> {
      const from = before !== undefined && idPattern.test(before) ? `(${before}` : '+'
      return (await redis.xrevrange(keys.audit, from, '-', 'COUNT', limit)).flatMap(toRow)
    },

    /** Every readable entry, newest first, in groups. */
    async *walk(): AsyncIterable<AuditRow[]> {
      for (let from = '+'; ;) {
        const found = await redis.xrevrange(keys.audit, from, '-', 'COUNT', entriesRead)
        yield found.flatMap(toRow)
        if (found.length < entriesRead) return
        from = `(${found.at(-1)?.[0]}`
      }
    },
  }
}

import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Waiting } from '../../core/decisions/waiting.ts'
import type { SyncDeps } from '../deps.ts'
import type { Table } from '../ports/table.ts'

/** What people decide on, and what they decided. */
export type DecisionDeps = Pick<SyncDeps, 'conflicts' | 'suspects' | 'decisions'>

/** Records that need a decision or have a pending one; up to `limit`, and whether there are more. */
export async function listOpenDecisions(
  deps: DecisionDeps,
  limit: number,
): Promise<{ waiting: Waiting[]; more: boolean }> {
  const found = new Map<string, Waiting>()
  await collect(found, 'conflict', deps.conflicts, limit)
  await collect(found, 'suspect', deps.suspects, limit)
  await collect(found, 'pending', deps.decisions, limit)
  const waiting = [...found.values()].sort((a, b) => (recordId(a) < recordId(b) ? -1 : 1))
  return { waiting: waiting.slice(0, limit), more: waiting.length > limit }
}

/** The open decision of one record; undefined if it has none. */
export async function readOpenDecision(deps: DecisionDeps, key: RecordKey): Promise<Waiting | undefined> {
  const [[conflict], [suspect], [pending]] = await Promise.all([
    deps.conflicts.read([key]),
    deps.suspects.read([key]),
    deps.decisions.read([key]),
  ])
  if (!conflict && !suspect && !pending) return undefined
  return { ...key, ...(conflict && { conflict }), ...(suspect && { suspect }), ...(pending && { pending }) }
}

/** Reads no more than needed: beyond the limit only listed records are completed. */
async function collect<T>(
  found: Map<string, Waiting>,
  part: 'conflict' | 'suspect' | 'pending',
  table: Table<T>,
  limit: number,
): Promise<void> {
  for await (const page of table.scan()) {
    for (const { key, value } of page) {
      const known = found.get(recordId(key))
      if (known === undefined && found.size > limit) continue
      found.set(recordId(key), { ...(known ?? key), [part]: value })
    }
  }
}

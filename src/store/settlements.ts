import type { ChainableCommander } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Commit } from '../sync/ports/writes.ts'
import { pack } from './codec.ts'
import type { Keys } from './keys.ts'
import { removeSame } from './table.ts'

/** Adds the commands that keep conflicts and orders true to what a transaction acknowledges. */
export function saveSettlements(
  transaction: ChainableCommander,
  keys: Keys,
  commits: readonly Commit[],
): void {
  const conflicts = commits.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [] : [recordId(outcome), pack(conflict)],
  )
  const settled = commits.flatMap(({ outcome, snapshot, conflict }) =>
    snapshot !== undefined && conflict === undefined ? [recordId(outcome)] : [],
  )
  const done = commits.flatMap(({ outcome, done: order }) =>
    order === undefined ? [] : [{ key: outcome, value: order }],
  )
  if (conflicts.length > 0) transaction.hset(keys.conflicts, ...conflicts)
  if (settled.length > 0) transaction.hdel(keys.conflicts, ...settled)
  if (done.length > 0) removeSame(transaction, keys.orders, done)
}

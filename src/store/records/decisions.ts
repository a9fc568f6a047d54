import type { ChainableCommander } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Commit } from '../../sync/ports/writes.ts'
import type { Keys } from '../redis/keys.ts'
import { conflictShape, decisionShape } from '../formats/shapes/decisions.ts'
import { replaceSame } from '../redis/table.ts'

/** Adds the commands that update conflicts and decisions to what a transaction acknowledges. */
export function saveDecisions(transaction: ChainableCommander, keys: Keys, commits: readonly Commit[]): void {
  const conflicts = commits.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [] : [recordId(outcome), conflictShape.encode(conflict)],
  )
  const acknowledged = commits.filter(({ snapshot }) => snapshot !== undefined)
  const shown = acknowledged.map(({ outcome }) => recordId(outcome))
  const resolved = acknowledged.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [recordId(outcome)] : [],
  )
  const decisions = commits.flatMap(({ outcome, pending }) =>
    pending === undefined ? [] : [{ key: outcome, ...pending }],
  )
  if (conflicts.length > 0) transaction.hset(keys.conflicts, ...conflicts)
  if (resolved.length > 0) transaction.hdel(keys.conflicts, ...resolved)
  // The acknowledged version is a newer one, or the blocked one after it was accepted.
  if (shown.length > 0) transaction.hdel(keys.suspects, ...shown)
  if (decisions.length > 0) replaceSame(transaction, keys.decisions, decisionShape, decisions)
}

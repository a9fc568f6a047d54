import type { ChainableCommander } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Commit } from '../sync/ports/writes.ts'
import type { Keys } from './keys.ts'
import { removeSame } from './table.ts'

/** Adds the commands that keep conflicts and orders true to what a transaction acknowledges. */
export function saveSettlements(
  transaction: ChainableCommander,
  keys: Keys,
  commits: readonly Commit[],
): void {
  const conflicts = commits.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [] : [recordId(outcome), JSON.stringify(conflict)],
  )
  const acknowledged = commits.filter(({ snapshot }) => snapshot !== undefined)
  const shown = acknowledged.map(({ outcome }) => recordId(outcome))
  const settled = acknowledged.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [recordId(outcome)] : [],
  )
  const done = commits.flatMap(({ outcome, done: order }) =>
    order === undefined ? [] : [{ key: outcome, value: order }],
  )
  if (conflicts.length > 0) transaction.hset(keys.conflicts, ...conflicts)
  if (settled.length > 0) transaction.hdel(keys.conflicts, ...settled)
  // Whatever version was held back, another one is acknowledged now, or this one because it was accepted.
  if (shown.length > 0) transaction.hdel(keys.suspects, ...shown)
  if (done.length > 0) removeSame(transaction, keys.orders, done)
}

const replaceScript = `for i = 1, #ARGV, 3 do
    if (redis.call('hget', KEYS[1], ARGV[i]) or '') == ARGV[i + 1] then
      if ARGV[i + 2] == '' then redis.call('hdel', KEYS[1], ARGV[i])
      else redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2]) end
    end
  end
  return 0`

/** Adds the command that puts orders in the place of those that were read, where these still stand. */
export function replaceOrders(
  transaction: ChainableCommander,
  key: string,
  commits: readonly Commit[],
): void {
  const text = (order: unknown): string => (order === undefined ? '' : JSON.stringify(order))
  const replaced = commits.flatMap(({ outcome, order }) =>
    order === undefined ? [] : [recordId(outcome), text(order.read), text(order.now)],
  )
  if (replaced.length > 0) transaction.eval(replaceScript, 1, key, ...replaced)
}

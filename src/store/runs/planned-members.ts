import type { ChainableCommander } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import { memberOf, type FamilyBy } from '../../core/render/family/member.ts'
import type { Change } from '../../core/run/change.ts'
import { memberShape } from '../formats/shapes/member.ts'
import { removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** Adds the commands that save the members that a plan writes. */
export function savePlannedMembers(
  transaction: ChainableCommander,
  { keys, runId }: { keys: Keys; runId: string },
  changes: readonly Change[],
  familyBy: FamilyBy | undefined,
): void {
  if (familyBy === undefined) return
  const members = changes.flatMap((change) =>
    'product' in change ? [{ change, member: memberOf(change.product, familyBy) }] : [],
  )
  const fields = members.map(({ change, member }) => [recordId(change), memberShape.encode(member)] as const)
  setFields(transaction, keys.planMembers(runId), fields)
  const order = members.flatMap(({ change, member }) =>
    member.family === '' ? [] : [0, `${change.language}/${member.family}/${change.gtin}`],
  )
  if (order.length > 0) transaction.zadd(keys.planFamilies(runId), ...order)
}

/** Adds the command that removes members that a run no longer plans. */
export function dropPlannedMembers(
  transaction: ChainableCommander,
  { keys, runId }: { keys: Keys; runId: string },
  ids: readonly string[],
): void {
  removeFields(transaction, keys.planMembers(runId), ids)
}

import type { Outcome } from '../../core/plan/change.ts'
import { explainHold, type Order } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** Records that a person holds, with their outcomes; those that are free, and what else was ordered, by record id. */
export type HeldAside<K extends RecordKey> = {
  free: K[]
  outcomes: Outcome[]
  orders: ReadonlyMap<string, Order>
}

/** Leaves out the records that a person holds; a rebuild, which writes nothing to the CMS, takes them all the same. */
export async function setAsideHeld<K extends RecordKey>(
  deps: Pick<SyncDeps, 'orders' | 'runs'>,
  runId: string,
  keys: readonly K[],
): Promise<HeldAside<K>> {
  const found = await deps.orders.read(keys)
  const orders = new Map<string, Order>()
  const outcomes: Outcome[] = []
  for (const [index, key] of keys.entries()) {
    const order = found[index]
    if (order?.kind === 'hold') outcomes.push(heldOutcome(key, order))
    else if (order) orders.set(recordId(key), order)
  }
  if (outcomes.length === 0 || (await deps.runs.read(runId))?.kind === 'rebuild')
    return { free: [...keys], outcomes: [], orders }
  const held = new Set(outcomes.map(recordId))
  return { free: keys.filter((key) => !held.has(recordId(key))), outcomes, orders }
}

/** What a run reports of a record that a person holds. */
export function heldOutcome({ gtin, language }: RecordKey, hold: Extract<Order, { kind: 'hold' }>): Outcome {
  return { gtin, language, result: 'held', reason: explainHold({ gtin, language }, hold) }
}

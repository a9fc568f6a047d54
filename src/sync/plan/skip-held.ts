import type { Outcome } from '../../core/plan/change.ts'
import { explainHold, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** Records that a person holds, with their outcomes; those that are free, and what else was ordered, by record id. */
export type HeldAside<K extends RecordKey> = {
  free: K[]
  outcomes: Outcome[]
  decisions: ReadonlyMap<string, PendingDecision>
}

/** Leaves out the records that a person holds; a rebuild, which writes nothing to the CMS, takes them all the same. */
export async function skipHeld<K extends RecordKey>(
  deps: Pick<SyncDeps, 'decisions' | 'runs'>,
  runId: string,
  keys: readonly K[],
): Promise<HeldAside<K>> {
  const found = await deps.decisions.read(keys)
  const decisions = new Map<string, PendingDecision>()
  const outcomes: Outcome[] = []
  for (const [index, key] of keys.entries()) {
    const pending = found[index]
    if (pending?.kind === 'hold') outcomes.push(heldOutcome(key, pending))
    else if (pending) decisions.set(recordId(key), pending)
  }
  if (outcomes.length === 0 || (await deps.runs.read(runId))?.kind === 'rebuild')
    return { free: [...keys], outcomes: [], decisions }
  const held = new Set(outcomes.map(recordId))
  return { free: keys.filter((key) => !held.has(recordId(key))), outcomes, decisions }
}

/** What a run reports of a record that a person holds. */
export function heldOutcome(
  { gtin, language }: RecordKey,
  hold: Extract<PendingDecision, { kind: 'hold' }>,
): Outcome {
  return { gtin, language, result: 'held', reason: explainHold({ gtin, language }, hold) }
}

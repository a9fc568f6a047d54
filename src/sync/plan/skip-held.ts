import type { Outcome } from '../../core/plan/change.ts'
import { explainHold, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** Records that are not held, the outcomes of held ones, and the other pending decisions by record id. */
export type HeldRecords<K extends RecordKey> = {
  free: K[]
  outcomes: Outcome[]
  decisions: ReadonlyMap<string, PendingDecision>
}

/** Skips held records; a rebuild includes them, because it writes nothing to the CMS. */
export async function skipHeld<K extends RecordKey>(
  deps: Pick<SyncDeps, 'decisions' | 'runs'>,
  runId: string,
  keys: readonly K[],
): Promise<HeldRecords<K>> {
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

/** The outcome of a held record. */
export function heldOutcome(
  { gtin, language }: RecordKey,
  hold: Extract<PendingDecision, { kind: 'hold' }>,
): Outcome {
  return { gtin, language, result: 'held', reason: explainHold({ gtin, language }, hold) }
}

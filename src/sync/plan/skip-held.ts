import type { Outcome } from '../../core/run/change.ts'
import { holdReason, type Hold, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { ReadsOf, SyncDeps } from '../deps.ts'

/** Skips held records; a rebuild includes them, because it does not write to the CMS. `decisions` holds all others. */
export async function skipHeld<K extends RecordKey>(
  deps: Pick<SyncDeps, 'runs'> & ReadsOf<'decisions'>,
  runId: string,
  keys: readonly K[],
): Promise<{ free: K[]; outcomes: Outcome[]; decisions: ReadonlyMap<string, PendingDecision> }> {
  const decisions = new Map<string, PendingDecision>()
  const outcomes: Outcome[] = []
  for (const [key, pending] of withValues(keys, await deps.decisions.read(keys))) {
    if (pending.kind === 'hold') outcomes.push(heldOutcome(key, pending))
    else decisions.set(recordId(key), pending)
  }
  if (outcomes.length === 0 || (await deps.runs.read(runId))?.kind === 'rebuild')
    return { free: [...keys], outcomes: [], decisions }
  const held = new Set(outcomes.map(recordId))
  return { free: keys.filter((key) => !held.has(recordId(key))), outcomes, decisions }
}

/** The outcome of a held record. */
export function heldOutcome({ gtin, language }: RecordKey, hold: Hold): Outcome {
  return { gtin, language, result: 'held', reasons: [holdReason(hold)] }
}

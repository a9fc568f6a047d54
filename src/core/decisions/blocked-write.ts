import { explainSuspect, type Suspect } from './suspect.ts'
import type { RecordKey } from '../record/record.ts'
import { explainHold, type PendingDecision } from './pending-decision.ts'
import { explainQuarantine, isQuarantined, type Failing } from './quarantine.ts'

/** Reasons for which a sync does not write a record's page. */
export type Blockers = {
  pending: PendingDecision | undefined
  suspect: Suspect | undefined
  failing: Failing | undefined
}

/** Why the next sync does not write a record's page, with the command that resolves it. Undefined if it writes the page. */
export function explainBlockedWrite(
  key: RecordKey,
  { pending, suspect, failing }: Blockers,
  now: Date,
): string | undefined {
  if (pending?.kind === 'hold') return explainHold(key, pending)
  if (failing !== undefined && isQuarantined(failing, now)) return explainQuarantine(key, failing)
  if (suspect !== undefined && pending?.kind !== 'accept') return explainSuspect(key, suspect.reason)
  return undefined
}

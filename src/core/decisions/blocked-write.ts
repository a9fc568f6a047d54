import type { Reason } from '../reasons/reason.ts'
import { holdReason, type PendingDecision } from './pending-decision.ts'
import { isQuarantined, quarantineReason, type Failing } from './quarantine.ts'
import type { BlankedVersion } from './blanked-version.ts'

/** Reasons for which a sync does not write a record's page. */
export type Blockers = {
  pending: PendingDecision | undefined
  suspect: BlankedVersion | undefined
  failing: Failing | undefined
}

/** Why the next sync does not write a record's page; undefined if it writes the page. */
export function blockedReason({ pending, suspect, failing }: Blockers, now: Date): Reason | undefined {
  if (pending?.kind === 'hold') return holdReason(pending)
  if (failing !== undefined && isQuarantined(failing, now)) return quarantineReason(failing)
  if (suspect !== undefined && pending?.kind !== 'accept') return { code: 'suspect', blanks: suspect.blanks }
  return undefined
}

import { resolveCommand } from '../decisions/pending-decision.ts'
import type { RecordKey } from '../record/record.ts'

/** A version of a product that the blank guard holds back until the partner or a person says otherwise. */
export type Suspect = {
  /** Digest of that version: a person accepts this one and no other. */
  digest: string
  /** What became empty. */
  reason: string
  /** The run that met it last, and when (ISO 8601). */
  runId: string
  at: string
}

/** Why a suspicious version is held back, and how a person lets it through. */
export function explainSuspect(key: RecordKey, reason: string): string {
  return `${reason}: the page stays as it is. If that is what the partner wants: ${resolveCommand(key, 'accept')}`
}

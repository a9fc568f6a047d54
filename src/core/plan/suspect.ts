import { resolveCommand } from '../decisions/pending-decision.ts'
import type { RecordKey } from '../record/record.ts'

/** A version of a product that the blank guard holds until the partner changes it or a person accepts it. */
export type Suspect = {
  /** Digest of that version: a person accepts this one and no other. */
  digest: string
  /** What became empty. */
  reason: string
  /** The run that met it last, and when (ISO 8601). */
  runId: string
  at: string
}

/** Why a suspicious version is held, and how to accept it. */
export function explainSuspect(key: RecordKey, reason: string): string {
  return `${reason}: the page is left unchanged. If the partner intended this: ${resolveCommand(key, 'accept')}`
}

import type { RecordKey } from '../record/record.ts'

/** A record that the mirror could not confirm to be correct. */
export type Unconfirmed = {
  record: RecordKey
  /** ISO 8601. */
  since: string
  why: 'failing' | 'left while open in the editor' | 'sent, not yet confirmed'
}

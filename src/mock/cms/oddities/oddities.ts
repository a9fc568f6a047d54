import type { OddityName } from '../../contracts/oddity.ts'
import type { Row } from '../store/rows.ts'

/** Which of the real engine's peculiarities hold for one request. */
export type Oddities = {
  readonly has: (name: OddityName) => boolean
  /** Whether lists omit a row; null if they contain all rows. */
  readonly omits: ((row: Row) => boolean) | null
  /** Whether files of a MIME type are rejected, although the engine would accept them. */
  readonly refuses: (type: string) => boolean
  /** The time that others have to get in between; null when the race is off. Rejects if the CMS is reset meanwhile. */
  readonly race: (name: 'lost-updates' | 'duplicate-slugs') => Promise<void> | null
}

export const noOddities: Oddities = { has: () => false, omits: null, refuses: () => false, race: () => null }

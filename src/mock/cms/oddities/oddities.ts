import type { OddityName } from '../../contracts/oddity.ts'
import type { Row } from '../store/rows.ts'

/** The peculiarities of real WordPress sites that apply to one request. */
export type Oddities = {
  readonly has: (name: OddityName) => boolean
  /** Whether lists omit a row; null if they contain all rows. */
  readonly omits: ((row: Row) => boolean) | null
  /** Whether files of a MIME type are rejected, although WordPress would accept them. */
  readonly refuses: (type: string) => boolean
  /**
   * Waits so that concurrent requests can interfere, or as long as slow work takes; null if the race is off. Rejects if the CMS is reset in the
   * meantime.
   */
  readonly race: (name: 'lost-updates' | 'duplicate-slugs' | 'slow-subsizes') => Promise<void> | null
}

export const noOddities: Oddities = { has: () => false, omits: null, refuses: () => false, race: () => null }

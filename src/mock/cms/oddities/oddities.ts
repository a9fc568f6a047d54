import type { OddityName } from '../../contracts/oddity.ts'

/** Which of the real engine's peculiarities hold for one request. */
export type Oddities = {
  readonly has: (name: OddityName) => boolean
  /** The time that others have to get in between; null when the race is off. Rejects if the CMS is reset meanwhile. */
  readonly race: (name: 'lost-updates' | 'duplicate-slugs') => Promise<void> | null
}

export const noOddities: Oddities = { has: () => false, race: () => null }

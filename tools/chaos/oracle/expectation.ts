import { tokensOf, type PageRow } from '../actors/pages.ts'
import type { Schedule } from '../story/schedule.ts'
import type { Product } from './versions.ts'

/** A version of a product with its files as they are now: SHA-256 by address. */
export type Version = { product: Product; files: Readonly<Record<string, string>> }

/** The partner's version of a record once a phase's changes are made; undefined if the mirror should have nothing. */
export type Said = Version | undefined

/** The editors' content of a page, which must be there at the end. */
export type Words = {
  title?: string
  excerpt?: string
  /** the featured image */
  image?: number
  /** the text inside of the mirrored block */
  inner?: string
  /** the whole content, if the block is gone or doubled */
  whole?: string
  outside?: { before: string; after: string }
  opening?: string
  slug?: string
  parent?: number
  status?: string
}

/** The fields that `ON_EDIT=overwrite` gives up. */
export const overwritable = ['title', 'excerpt', 'image', 'inner'] as const
export type Overwritable = (typeof overwritable)[number]

/** The expected state of the CMS for one record. */
export type Expected = {
  page: 'none' | 'alive' | 'deleted' | 'any'
  /** any of these */
  statuses: string[]
  /** the version of the product that the page shows */
  version: Product | undefined
  /** the contents of each of that version's files since, by SHA-256 */
  files: Record<string, string[]>
  /** the page is a draft of the mirror until its product has the required field; `maybe`: it may be an editor's draft */
  waits: 'no' | 'yes' | 'maybe'
  /** words of former versions, which must be gone */
  former: string[]
  words: Words
  /** fields whose text is in a part of the block that an editor changed, `links` for files; `all`: any of them */
  contested: string[]
  /** words that may have been saved before an overwriting write or after it: either they or the partner's are there */
  either: (Overwritable | 'whole')[]
  /** other languages of the product came or went, and the page may not link them yet */
  relinked: boolean
  /** they did in the phase before, perhaps after its run */
  relinkedLater: boolean
  /** an editor may have saved an old block again: that is not an edit, and stays until something is written or repaired */
  stale: boolean
  /** the partner's version is blanked and held back: the page shows the one before */
  held: boolean
  /** a change came while the page was in the trash */
  owed: boolean
  /** an editor put the page into the trash */
  trashed: boolean
  /** what retiring did to the page, while the record is retired */
  retired: Schedule['policy']['retireTo'] | undefined
  /** addresses of the version's files that the partner does not serve now */
  lacks: string[]
  /** Redis was lost: a difference from the partner's version may be taken for an edit */
  forgotten: boolean
  /**
   * When Redis was lost, the page was retired, its version was held back, it linked files that have other bytes by now, or
   * an old block had been saved again: the author of its content is unknown. `kept` once the product has changed since; the
   * page may keep its content.
   */
  unclaimed: 'unchanged' | 'kept' | undefined
  /**
   * Redis was lost while the page had no block, so it looks like an editor's: no run changes it until it has the block
   * again or is adopted
   */
  unbound: boolean
  /** an editor deleted the file of the page's image, which then looks like an editor's change of the page */
  bereft: boolean
  /** the partner did not serve the product at the last run */
  absent: boolean
  /**
   * When Redis was lost, it did not serve it either, so that no version is left to compare the next one with; or the version
   * was held back, and a rebuild takes it for the one that the page shows
   */
  uncompared: boolean
  /** an editor changed content of the page, so that it is never deleted */
  touched: boolean
  /** the foreign page that has the record's slug */
  foreign: PageRow | undefined
  /** an editor, or an undo, holds the record: nothing is written to its page */
  hold: boolean
  /** the version that an undo removed from the page, and that is not written again automatically */
  skips: Product | undefined
  /** marks of the styles that an editor gave to parts of the block */
  styles: string[]
  /** content that an editor saw and decided to overwrite (`forgone.ts`) */
  forgone: string[]
}

/** Whether an editor removed the block with our class tokens from the page. */
export function hasLostBlock({ words }: Expected): boolean {
  return words.whole !== undefined && tokensOf(words.whole) === undefined
}

/** Whether some file of the page is gone at the partner, or may have other bytes than those that it links. */
export function hasOtherFiles({ lacks, files }: Expected): boolean {
  return lacks.length > 0 || Object.values(files).some((versions) => versions.length > 1)
}

export function nothingYet(): Expected {
  return {
    page: 'none',
    statuses: [],
    version: undefined,
    waits: 'no',
    files: {},
    former: [],
    words: {},
    either: [],
    contested: [],
    relinked: false,
    relinkedLater: false,
    stale: false,
    held: false,
    owed: false,
    trashed: false,
    retired: undefined,
    bereft: false,
    absent: false,
    uncompared: false,
    touched: false,
    lacks: [],
    forgotten: false,
    unclaimed: undefined,
    unbound: false,
    foreign: undefined,
    hold: false,
    skips: undefined,
    styles: [],
    forgone: [],
  }
}

import type { Faults } from '../../../src/mock/contracts/faults.ts'

/** A record by its place: the product's number (seeded ones first, then added ones) and the language's. */
export type Place = { product: number; language: number }

/** Where a daemon process meets the outside, as `hook.ts` sees it. */
export const boundaries = [
  'http:create',
  'http:sent',
  'http:headers',
  'http:trailers',
  'redis:sent',
  'redis:answered',
  'commit:before',
  'commit:after',
] as const
export type Boundary = (typeof boundaries)[number]

/** Which requests count at an `http:` boundary; at the others everything that changes Redis does. */
export const targets = ['any', 'batch', 'upload', 'lookup', 'product', 'asset'] as const
export type Target = (typeof targets)[number]

/** Ends something at the `nth` boundary of its kind that a daemon process comes to. */
export type Kill = {
  hit: 'daemon' | 'redis' | 'both' | 'term'
  at: Boundary
  of: Target
  nth: number
  /** so far the clock of the process to be killed is ahead of all others */
  aheadMs?: number
}

export type PartnerChange =
  | { do: 'change'; product: number; languages: number[]; fields: TextField[]; mark: string }
  | { do: 'remove'; product: number; language: number | 'all' }
  | { do: 'return'; product: number; language: number | 'all' }
  | { do: 'delist' | 'relist'; product: number }
  | { do: 'add'; product: number }
  | { do: 'blank'; product: number; language: number }
  | { do: 'lose-file'; product: number; language: number }
  | { do: 'language-off' | 'language-on'; language: number }
  /** the product loses a field in every language, or has it again */
  | { do: 'withhold' | 'supply'; product: number; field: RequiredField }
  /** the product gets this value as the one that its family shares */
  | { do: 'join'; product: number; family: string; by: FamilyField }
  | { do: 'categorize'; product: number; category: string }
  /** another product replaces the product, or none */
  | { do: 'succeed'; product: number; by: number | undefined }

/** Fields that a map may require for a public page, and that families may share. */
export const requiredFields = ['price', 'erp_description_short', 'catalog.release'] as const
export type RequiredField = (typeof requiredFields)[number]
export const familyFields = ['erp_id', 'catalog.series'] as const
export type FamilyField = (typeof familyFields)[number]

/** The columns that a catalogue may have, apart from that of the GTINs. */
export type Column = 'release' | 'series' | 'category' | 'successor'

/** Fields of a product whose text appears unchanged on its page. */
export const textFields = ['name', 'intro', 'application', 'advantages', 'item_number', 'attributes'] as const
export type TextField = (typeof textFields)[number]

/** An editor's action on the page of a record; `mark` is a word that appears nowhere else. */
export type EditorAction = Place & { mark: string } & (
    | { do: 'edit-outside'; where: 'before' | 'after' }
    | {
        do:
          | 'edit-inside'
          | 'set-title'
          | 'set-excerpt'
          | 'trash'
          | 'delete'
          | 'duplicate-group'
          | 'unlock-group'
          | 'remove-block'
          | 'empty-block'
          | 'set-slug'
          | 'set-parent'
          | 'copy'
          /** an editor's own page at the record's slug, before the mirror creates one */
          | 'foreign'
          /** hides a part of the block, names it and gives it a class, as the editor's sidebar does */
          | 'style-inside'
          /** another slug for the page of the record's language */
          | 'rename-language'
          /** replaces title, content and slug, as if another page had got the id after a restored backup */
          | 'take-over'
          /** a file that the page shows is deleted from the media library */
          | 'delete-file'
          /** the page is restored from the trash */
          | 'restore'
          /** the page as it was opened before the run, saved after it */
          | 'save-stale'
          /** a draft is private until it is a draft again, before any run sees it */
          | 'hide-for-a-time'
      }
    | { do: 'set-status'; status: 'draft' | 'pending' | 'private' | 'archive' }
    /** a decision about the record, sent to a living daemon */
    | { do: Choice }
  )

/** The possible decisions about a record. */
const choices = ['keep', 'overwrite', 'hold', 'release'] as const
export type Choice = (typeof choices)[number]
export type Decision = Extract<EditorAction, { do: Choice }>

export function isDecision(action: EditorAction): action is Decision {
  return choices.some((choice) => choice === action.do)
}

/** An editor opens a page before a run and keeps it open until the run is over: with unsaved text, or without. */
export type Visit = Place & { mark: string; do: 'leave-open' | 'save-stale' }

/** The run is undone once it is over, after these edits; daemons end during the undo as in a phase. */
export type Undo = { editors: EditorAction[]; kills: Kill[] }

/** The actions between two runs, the trouble during the next run, and the checks before the next phase. */
export type Phase = {
  partner: PartnerChange[]
  editors: EditorAction[]
  /** Edits while the run is active, each after this number of batches has reached the CMS. */
  during: (EditorAction & { afterBatches: number })[]
  visits?: Visit[]
  undo?: Undo
  /** Products that are resynced in parallel with the run, after this number of batches has reached the CMS. */
  resyncs?: { product: number; afterBatches: number }[]
  /** Changes at the partner that are reverted right after this phase's run. */
  tonight?: PartnerChange[]
  /** Products for which the partner only responds 500 during the run. */
  broken?: number[]
  /** The partner responds 500 to everything during the run. */
  down?: true
  /** A product that is resynced while the run is held. */
  resyncHeld?: number
  /** While the run is held, another one finds that the partner responds 500 to everything. */
  downHeld?: true
  /** The partner has no documents during the run. They are there in the next one, in which this page is open. */
  lateFiles?: Place
  site?: SiteOddity[]
  faults: FaultRules
  /** One for each daemon process that is started in this phase, in turn; those after the last one are left alone. */
  kills: Kill[]
  /** Redis loses everything and is rebuilt before the run. */
  wipe: boolean
}

/**
 * An oddity of the site with a record's page during a run. `omitted`: lists omit the page; `unreadable`: a response with
 * the page fails; `not-stored`: updates of the page are accepted and not stored; `no-totals`: lists lack the number of
 * their parts.
 */
export type SiteOddity = Place & { odd: 'omitted' | 'unreadable' | 'not-stored' | 'no-totals' }

export type FaultRules = Extract<Faults, readonly unknown[]>

export type Schedule = {
  seed: number
  index: number
  gtins: number
  languages: string[]
  policy: {
    retireTo: 'draft' | 'trash' | 'private' | 'keep' | 'delete' | 'notice'
    misses: number
    onEdit: 'keep' | 'overwrite'
    guards: 'open' | 'strict'
    /** an editor's own page at a record's slug becomes the record's; otherwise it blocks it */
    onSlugTaken?: 'adopt'
    /** the status that the site gives to new pages, if it is not the requested one */
    newStatus?: string
    /** settings of some mirrors with a map: the field that public pages need */
    publishIf?: RequiredField
    familyBy?: FamilyField
    groupBy?: 'catalog.category' | 'terms.product_tag'
    banner?: 'show'
  }
  /**
   * `filtered`: every save is filtered as for users without the right to unfiltered markup; `plugin`: a plug-in rewrites
   * content.
   */
  engine: 'plain' | 'filtered' | 'plugin'
  daemons: 1 | 2
  /** three nodes; the mirror's slot moves to another in the middle of each run */
  redis?: 'cluster'
  /** how long a write whose reply was lost may still land */
  writeGraceSeconds: number
  /** Links to the partner's files have signatures, which are valid for so many seconds. */
  signed?: number
  /** A plugin has added statuses, and gives one of them to each page that is new after the first phase. */
  workflow?: true
  /** In the end the CMS is restored from a backup that lacks a run, and its ids are used again. */
  restored?: true
  /** The mirror has a map, which fills a meta field and the terms of a page with its item number. */
  mapped?: true
  /** That map also names the slugs of new pages, by name and GTIN. */
  slugs?: true
  /** In the end a tick comes due while no daemon runs. */
  missedTick?: true
  /** The addresses on the pages are not visited in the end. */
  proven?: boolean
  phases: Phase[]
}

import type { MergeField } from '../record/page.ts'
import type { Blanks } from '../reasons/blanks.ts'
import type { RecordKey } from '../record/record.ts'
import type { Choice, resolutionCodes } from './decision.ts'
import type { Hold, PendingDecision, Skip } from './pending-decision.ts'

/** The effect of a decision about a record. */
export type Effect =
  | { code: 'kept'; fields: readonly MergeField[]; link: string }
  | { code: 'overwrites'; fields: readonly MergeField[] }
  /** `replaced`: the decision that was pending until then. */
  | { code: 'held'; hasPage: boolean; replaced?: PendingDecision['kind'] }
  /** The next run writes the version that an undo had removed. */
  | { code: 'restores' }
  | { code: 'cancelled'; decision: PendingDecision['kind'] }
  | { code: 'accepted'; blanks: Blanks }

/** Why a decision cannot be carried out. */
export type Obstacle =
  /** The record was changed since it was displayed. */
  | { code: 'changed' }
  | { code: 'no-page' }
  | { code: 'held'; hold: Hold }
  /** The page shows an earlier version since an undo. */
  | { code: 'not-shown'; skip?: Skip }
  | { code: 'no-conflict' }
  | { code: 'just-written' }
  | { code: 'retired' }
  | { code: 'trashed' | 'gone'; pageId: number }
  /** The featured image is the only edit, and the partner's image (`url`) is missing. */
  | { code: 'image-missing'; url: string }
  | { code: 'no-edits'; pageId: number; link: string }
  | { code: 'nothing-pending' }
  | { code: 'nothing-blocked' }

/** The result of a decision; a refusal names the choices that are allowed. */
export type Resolution =
  | { ok: true; effect: Effect }
  | { ok: false; code: (typeof resolutionCodes)[number]; obstacle: Obstacle; allowed: Choice[] }

/** A record of several that was not decided. */
export type Undecided = RecordKey & (Extract<Resolution, { ok: false }> | { ok: false; code: 'interrupted' })

/** The result of one choice for many records. */
export type Resolutions = { done: RecordKey[]; undecided: Undecided[] }

import { blanksText } from './reasons/blanks-text.ts'
import { plainText } from './reasons/reason-text.ts'
import { fieldsInConflict, type Conflict } from '../page/conflict.ts'
import { nameOfField, namesOf } from '../merge/page-fields.ts'
import type { OutdatedFiles } from '../media/outdated-files.ts'
import type { PageState } from '../page/page-state.ts'
import type { PlannedKind } from '../run/change.ts'
import type { BlankedVersion } from '../decisions/blanked-version.ts'
import { plural } from '../text/plural.ts'
import type { SnapshotHead } from '../record/snapshot.ts'
import { formatTime, listNames } from '../text/format.ts'
import { deferralEnds, type Deferral } from '../decisions/deferral.ts'
import type { MissingAssets } from '../decisions/missing-assets.ts'
import type { PendingDecision } from '../decisions/pending-decision.ts'
import type { Failing } from '../decisions/quarantine.ts'

/** The change of a record in the plan of a waiting run. */
export type Planned = { runId: string; kind: PlannedKind; reason?: string }

/** The sentences that explain a record's state. */

export function failing({ count, since, reasons, nextTryAt }: Failing): string {
  const until = nextTryAt === undefined ? '' : ` In quarantine until ${formatTime(nextTryAt)}.`
  const when =
    count > 1
      ? `Failed in ${count} runs in a row since ${formatTime(since)}. Last failure`
      : `Failed on ${formatTime(since)}`
  const others =
    count === 0 ? ' Many records failed in that run, so it does not count towards quarantine.' : ''
  return `${when}: ${plainText(reasons).replace(/\.$/, '')}.${others}${until}`
}

export function conflict(found: Conflict): string {
  return `Editor and partner both changed: ${namesOf(fieldsInConflict(found))}. The editor’s text stays until you decide.`
}

export function suspect({ at, blanks }: BlankedVersion): string {
  return `A new version has been held since ${formatTime(at)}: ${blanksText(blanks)}. The page is unchanged.`
}

export function pending(decision: PendingDecision): string {
  const { by, at, kind } = decision
  const decided = `${by} decided on ${formatTime(at)}`
  switch (kind) {
    case 'hold':
      return `Held by ${by} since ${formatTime(at)}${decision.reason === '' ? '' : `: ${decision.reason}`}. The page is not written until it is released.`
    case 'overwrite':
      return `${decided} to overwrite the ${namesOf(decision.fields)}. The next run does so if the page is still unchanged.`
    case 'skip':
      if (decision.fields !== undefined)
        return `The page shows earlier values of ${listNames(decision.fields.map(nameOfField))}: ${decision.reason} on ${formatTime(at)}. Each stays until the partner sends another value; release the record to write the current data now.`
      return `The page shows its previous version: ${decision.reason} on ${formatTime(at)}. The partner’s next change is written; release the record to write the current data now.`
    case 'accept':
      if (decision.released === true)
        return `${decided} to release it. The next run writes the partner’s data.`
      return `${decided} to accept the held version. The next run writes it if the partner’s data is still unchanged.`
  }
}

export function outdatedFiles({ urls }: OutdatedFiles): string {
  const files = `${urls.length} ${plural(urls.length, 'file')} of the page`
  return `${files} changed at the partner, or ${plural(urls.length, 'is', 'are')} gone from the media library. The next run replaces ${plural(urls.length, 'it', 'them')}.`
}

/** `isCurrent`: the page shows the partner's data, except where an editor changed it. */
export function pageState(
  { state, edited, since, pageId, awaits = [] }: PageState,
  isCurrent: boolean,
): string {
  const seen = `first seen on ${formatTime(since)}`
  switch (state) {
    case 'edited':
      return `An editor changed ${edited.length === 0 ? 'the page' : `the ${namesOf(edited)}`} (${seen}). The edit stays${isCurrent ? '; the rest shows the partner’s data' : ''}.`
    case 'draft':
      return awaits.length === 0
        ? `Page ${pageId} is not public yet (${seen}). The next run publishes it if its product has all fields that a public page needs.`
        : `Page ${pageId} is not public: it waits for ${listNames(awaits)} (${seen}). The run that receives ${plural(awaits.length, 'this field', 'these fields')} publishes it.`
    case 'hidden':
      return `An editor unpublished page ${pageId} (${seen}). Visitors cannot open it until it is published again.`
    case 'trashed':
      return `An editor put page ${pageId} in the trash (${seen}). It stays there until it is restored.`
    case 'deleted':
      return `An editor deleted page ${pageId} permanently (${seen}).`
  }
}

export function missingAssets({ assets }: MissingAssets): string {
  return `The page was written without ${assets.length} ${plural(assets.length, 'file')} that could not be fetched.`
}

export function misses(count: number): string {
  return `The partner did not have it in the last ${count === 1 ? 'run' : `${count} runs`}. The page stays until enough runs in a row confirm this.`
}

export function deferral(waits: Deferral): string {
  const ends = formatTime(new Date(deferralEnds(waits)).toISOString())
  return `Deferred since ${formatTime(waits.since)}, because the page is open in the editor. Runs after ${ends} write it in any case.`
}

export function older(): string {
  return 'The page shows an older version of ours since Redis lost its data. The next run writes the partner’s data.'
}

export function planned({ runId, kind, reason }: Planned): string {
  return `The pending plan of run ${runId} would ${kind} it${reason === undefined ? '' : `: ${reason}`}.`
}

/** A record without any other cause. */
export function rest(
  state: 'none' | 'retired' | 'up-to-date',
  head: Pick<SnapshotHead, 'retiredTo'> | undefined,
): string {
  if (state === 'up-to-date') return 'The page shows the partner’s data.'
  if (state === 'none') return 'No page: the partner had no data in this language in the last run.'
  return `Retired${head?.retiredTo === undefined ? '' : ` (${retired[head.retiredTo]})`}.`
}

const retired = {
  draft: 'the page is a draft',
  trash: 'the page is in the trash',
  private: 'the page is private',
  keep: 'the page stays as it was',
  delete: 'the page was deleted',
  notice: 'the page stays public',
} as const

import type { Autosave, Page } from '../record/page.ts'
import type { ReasonOf } from '../reasons/reason.ts'

/** A page that was open in the editor when it was to be written. */
export type Deferral = {
  pageId: number
  /** When it was first deferred, ISO 8601; after a day it is written anyway. */
  since: string
  runId: string
}

const hour = 3600_000

/** Unsaved text older than this counts as abandoned. */
const openFor = 24 * hour

/** An hour less than a day, so that the next day's run writes the page. */
const longest = 23 * hour

/** The GMT time of the last autosave of unsaved text on a page; undefined without one. `now` is the CMS's time. */
export function lastUnsaved(
  page: Pick<Page, 'modifiedGmt' | 'revision'>,
  autosaves: readonly Autosave[],
  now: number,
): string | undefined {
  // The CMS counts in seconds. In the second of a save, only the newest revision is known to be later than the save.
  const isLater = ({ id, modifiedGmt: at }: Autosave): boolean =>
    at > page.modifiedGmt || (at === page.modifiedGmt && id === page.revision)
  return autosaves
    .filter((autosave) => isLater(autosave) && Date.parse(`${autosave.modifiedGmt}Z`) > now - openFor)
    .map(({ modifiedGmt }) => modifiedGmt)
    .sort()
    .at(-1)
}

/** An older deferral belongs to an earlier change, which has been written or withdrawn since. */
const forgottenAfter = 48 * hour

/** Whether a deferral counts for a page that is open at `now` (ms). One by a clock that was ahead starts again. */
export function stillDefers({ since }: Deferral, now: number): boolean {
  const age = now - Date.parse(since)
  return age >= 0 && age < forgottenAfter
}

/** The time (ms) from which the page is written even if it is open. */
export function deferralEnds({ since }: Deferral): number {
  return Date.parse(since) + longest
}

/** Why a page was deferred; `at` is its last autosave, GMT. */
export function deferralReason(
  { id, link }: Pick<Page, 'id' | 'link'>,
  at: string,
  deferral: Deferral,
): ReasonOf<'open'> {
  return { code: 'open', pageId: id, link, at, until: new Date(deferralEnds(deferral)).toISOString() }
}

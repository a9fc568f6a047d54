import type { Autosave, Page } from '../page/page.ts'

/** A page that was open in the editor when it was to be written. */
export type Deferral = {
  pageId: number
  /** When it was first left for later, ISO 8601; after a day it is written all the same. */
  since: string
  runId: string
}

const hour = 3600_000

/** Unsaved work that is older than this is forgotten work. */
const openFor = 24 * hour

/** An hour less than a day, so that the run of the next day writes. */
const longest = 23 * hour

/** When somebody's unsaved work on a page was last kept, GMT; undefined: nobody is at work. `now` is the CMS's time. */
export function lastUnsaved(
  page: Pick<Page, 'modifiedGmt' | 'revision'>,
  autosaves: readonly Autosave[],
  now: number,
): string | undefined {
  // The CMS counts in seconds: within one the newest revision is the later.
  const isLater = ({ id, modifiedGmt: at }: Autosave): boolean =>
    at > page.modifiedGmt || (at === page.modifiedGmt && id === page.revision)
  return autosaves
    .filter((autosave) => isLater(autosave) && Date.parse(`${autosave.modifiedGmt}Z`) > now - openFor)
    .map(({ modifiedGmt }) => modifiedGmt)
    .sort()
    .at(-1)
}

/** From when on the page is written although it is open. */
export function deferralEnds({ since }: Deferral): number {
  return Date.parse(since) + longest
}

/** Why a page was left for later, for people; `at` is when the editor last kept its text, GMT. */
export function deferralReason(page: Pick<Page, 'id' | 'link'>, at: string, deferral: Deferral): string {
  const until = new Date(deferralEnds(deferral)).toISOString()
  return `page ${page.id} (${page.link}) is open in the editor with text that is not saved yet, last kept ${minutes(at)} UTC: it was left as it is. The next run writes it when the text was saved or given up, and from ${minutes(until)} UTC on in any case`
}

function minutes(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

import { sameField } from '../merge/page-fields.ts'
import { factsOf } from '../markup/visible-content.ts'
import { mergePage, type CurrentTexts } from '../merge/merge-fields.ts'
import type { PageStatus } from '../../contracts/cms/page.ts'
import type { MergeField, Page, PageTexts } from '../record/page.ts'
import { compact } from '../../lib/compact.ts'
import { digestOfText } from '../merge/text-digests.ts'
import { digestsOn, type MirroredPage } from './mirrored-page.ts'

/** A save of such a page also changes its creation date, so that date proves nothing. */
const floating = new Set(['draft', 'pending', 'auto-draft'])

/**
 * Whether a page was never saved after its creation. A create leaves no revision. On a site without revisions the
 * modification time decides, except for drafts.
 */
export function isUnsaved(page: Pick<Page, 'status' | 'revisions' | 'createdGmt' | 'modifiedGmt'>): boolean {
  const { status, revisions, createdGmt, modifiedGmt } = page
  return revisions === 0 && !floating.has(status) && createdGmt !== '' && createdGmt === modifiedGmt
}

/**
 * The state of a page before an update is sent: its newest revision, the number of revisions, the digest of our text in
 * its block, and its status, which earlier versions did not store.
 */
export type PageRead = { revision: number; revisions: number; inner?: string; status?: PageStatus }

export function readOf(mirrored: MirroredPage): PageRead {
  const { revision, revisions, status } = mirrored.page
  const inner = digestsOn(mirrored)?.inner
  return compact({ revision, revisions, inner, status })
}

/**
 * Whether an update with a lost reply may have landed: the page has another revision, or the status that the update set.
 * A new status alone makes no revision.
 */
export function mayHaveLanded(
  page: Pick<Page, 'revision' | 'status'>,
  sent: PageRead,
  status: PageStatus | undefined,
): boolean {
  if (page.revision !== sent.revision) return true
  return sent.status !== undefined && sent.status !== page.status && page.status === status
}

/**
 * Whether the update that was sent is the only save since, even if a plugin changed its text. The block then contains
 * the digest of the wanted text, which it did not contain before, or the page shows a word that only the update added.
 */
export function isOnlyOurSave(
  mirrored: MirroredPage<Pick<Page, 'revision' | 'revisions' | 'content'>>,
  sent: PageRead,
  { now, base, wanted }: { now: PageTexts; base: PageTexts; wanted: PageTexts },
): boolean {
  const { page } = mirrored
  if (page.revisions - sent.revisions !== 1 || page.revision === sent.revision) return false
  const digest = digestOfText('inner', wanted.inner)
  if (sent.inner !== digest && digestsOn(mirrored)?.inner === digest) return true
  const [stood, stands] = [wordsOf(base), wordsOf(now)]
  return [...wordsOf(wanted)].some((word) => !stood.has(word) && stands.has(word))
}

/** Whether every field of a page has the wanted value. */
export function saysWanted(now: CurrentTexts, wanted: PageTexts): boolean {
  return mergePage({ base: wanted, current: now, wanted }, 'keep', sameField).kept.length === 0
}

/** The current fields, with the values of `others` in fields that were left to an editor. */
export function textsAsMade(now: PageTexts, others: PageTexts, left: readonly MergeField[]): PageTexts {
  const kept = left.map((field) => [field, others[field]])
  return { ...now, ...Object.fromEntries(kept) }
}

function wordsOf({ title, excerpt, inner }: PageTexts): Set<string> {
  const said = factsOf(inner).flatMap(({ kind, value }) => (kind === 'element' ? [] : [value]))
  return new Set([title, excerpt, ...said].join(' ').match(/[\p{L}\p{N}]+/gu))
}

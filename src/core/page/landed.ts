import { sameField } from './compose.ts'
import { factsOf } from '../markup/visible-content.ts'
import { mergePage, type CurrentTexts, type MergeField } from './merge.ts'
import type { Page, PageTexts } from './page.ts'

/** The date of these moves with each save, so that it does not tell when they were made. */
const floating = new Set(['draft', 'pending', 'auto-draft'])

/**
 * Whether nobody ever saved a page since it was made. A create leaves no revision; where a site keeps none at all, the
 * time of the last change tells, but not that of a draft.
 */
export function isUnsaved(page: Pick<Page, 'status' | 'revisions' | 'createdGmt' | 'modifiedGmt'>): boolean {
  const { status, revisions, createdGmt, modifiedGmt } = page
  return revisions === 0 && !floating.has(status) && createdGmt !== '' && createdGmt === modifiedGmt
}

/**
 * Whether the one save since an update was sent (`sent`: what stood then) was that update's, whatever a plug-in made
 * of its texts: a word stands there that it was to bring.
 */
export function isOnlyOurSave(
  sent: Pick<Page, 'revision' | 'revisions'>,
  page: Pick<Page, 'revision' | 'revisions'>,
  { now, base, wanted }: { now: PageTexts; base: PageTexts; wanted: PageTexts },
): boolean {
  if (page.revisions - sent.revisions !== 1 || page.revision === sent.revision) return false
  const [stood, stands] = [wordsOf(base), wordsOf(now)]
  return [...wordsOf(wanted)].some((word) => !stood.has(word) && stands.has(word))
}

/** Whether a page says what is wanted in each field. */
export function saysWanted(now: CurrentTexts, wanted: PageTexts): boolean {
  return mergePage({ base: wanted, current: now, wanted }, 'keep', sameField).kept.length === 0
}

/** The texts that stand there in all fields but those that were left to an editor. */
export function textsAsMade(now: PageTexts, others: PageTexts, left: readonly MergeField[]): PageTexts {
  const kept = left.map((field) => [field, others[field]])
  return { ...now, ...Object.fromEntries(kept) }
}

function wordsOf({ title, excerpt, inner }: PageTexts): Set<string> {
  const said = factsOf(inner).flatMap(({ kind, value }) => (kind === 'element' ? [] : [value]))
  return new Set([title, excerpt, ...said].join(' ').match(/[\p{L}\p{N}]+/gu))
}

import type { Outcome } from '../run/change.ts'
import { findMarked, innerOf, replaceInner } from '../markup/find-block.ts'
import { factsOf, sameFacts } from '../markup/visible-content.ts'
import { dressListing } from './dress-listing.ts'
import type { RevisedTexts } from '../record/page.ts'
import { localeOf } from '../render/locale/format.ts'
import { isAsWritten, type Parent, parentMarks, withSignature } from '../render/parent.ts'

/** The update of the block of a parent page. */
export type IndexUpdate =
  | { kind: 'same' }
  /** A page without our block, or with two of them, gets no list. */
  | { kind: 'no block' }
  /** An editor changed the listing. */
  | { kind: 'edited' }
  | { kind: 'write'; content: string }

/**
 * Decides about the block of a parent page. Everything outside it stays. An editor's text inside it stays too, unless
 * `onEdit` is `overwrite`. An editor's styling, hiding and notes stay if the wanted list has a place for them; if not,
 * the list counts as edited. `first` is the block at the creation of the page.
 */
export function updateIndex(
  { content }: Pick<RevisedTexts, 'content'>,
  parent: Parent,
  { wanted, first }: { wanted: string; first: string },
  onEdit: 'keep' | 'overwrite',
): IndexUpdate {
  const found = findMarked(content, parentMarks(parent))
  if (found.state !== 'ok') return { kind: 'no block' }
  const now = innerOf(content, found)
  if (sameFacts(now, wanted)) return { kind: 'same' }
  // An emptied block is filled again: to get rid of the list, an editor removes the block.
  const isEmptied = factsOf(now).length === 0
  const isOurs = isAsWritten(now) || sameFacts(now, first)
  const dressed = isOurs ? dressListing(now, wanted) : undefined
  if (dressed === undefined && !isEmptied && onEdit === 'keep') return { kind: 'edited' }
  const inner = withSignature(dressed ?? wanted, wanted)
  return { kind: 'write', content: replaceInner(content, found, inner) }
}

/** The number of entries in the list of a parent page; 0 without our block. */
export function countListed({ content }: Pick<RevisedTexts, 'content'>, parent: Parent): number {
  const found = findMarked(content, parentMarks(parent))
  return found.state === 'ok' ? innerOf(content, found).split(/<li[\s>]/).length - 1 : 0
}

/** Whether an outcome may change its language's listing: a page was added, removed or renamed. */
export function changesIndex({ result, fields }: Pick<Outcome, 'result' | 'fields'>): boolean {
  if (result !== 'updated' || fields === undefined) return true
  return ['name', 'item_number', 'template'].some((field) => fields.includes(field))
}

/**
 * Collects any number of names and keeps the first `limit` in the collation order of a language. Only names that occur
 * more than once keep their note.
 */
export function createNameList<T extends { title: string; note: string }>(language: string, limit: number) {
  const collator = new Intl.Collator(localeOf(language), { numeric: true })
  let first: T[] = []
  let total = 0
  const cut = (): void => {
    first = first
      .sort((a, b) => collator.compare(a.title, b.title) || collator.compare(a.note, b.note))
      .slice(0, limit)
  }
  return {
    add(entries: readonly T[]): void {
      for (const entry of entries) first.push(entry)
      total += entries.length
      if (first.length > 2 * limit) cut()
    },
    list(): { links: T[]; total: number } {
      cut()
      const isAlone = ({ title }: T, at: number): boolean =>
        first[at - 1]?.title !== title && first[at + 1]?.title !== title
      return { links: first.map((link, at) => (isAlone(link, at) ? { ...link, note: '' } : link)), total }
    },
  }
}

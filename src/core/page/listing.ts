import { findMarked, innerOf, replaceInner } from '../markup/find-block.ts'
import { type Steps, withoutPauses } from '../text/steps.ts'
import { factsOf, sameFacts } from '../markup/visible-content.ts'
import { dressListing } from './dress-listing.ts'
import type { RevisedTexts } from '../record/page.ts'
import { digestOf } from '../text/digest.ts'
import { comparerOf } from '../render/locale/format.ts'
import { isAsWritten, type Parent, parentMarks, withSignature } from '../render/parent.ts'

/** The update of the block of a parent page. */
export type IndexUpdate =
  | { kind: 'same' }
  /** A page without our block, or with two of them, gets no list. */
  | { kind: 'no block' }
  /** An editor changed the listing. */
  | { kind: 'edited' }
  /** `plain` is the digest of the rendered list, if the block has nothing of an editor. */
  | { kind: 'write'; content: string; plain?: string }

/** Digests of a page's content after we wrote it, and of the list that it contains, without anything of an editor. */
export type WrittenListing = { content: string; plain: string }

/**
 * Decides about the block of a parent page. Everything outside it stays. An editor's text inside it stays too, unless
 * `onEdit` is `overwrite`. An editor's styling, hiding and notes stay if the wanted list has a place for them; if not,
 * the list counts as edited. `first` is the block at the creation of the page.
 */
export function updateIndex(
  page: Pick<RevisedTexts, 'content'>,
  parent: Parent,
  texts: { wanted: string; first: string },
  onEdit: 'keep' | 'overwrite',
): IndexUpdate {
  return withoutPauses(updateIndexInSteps(page, parent, texts, onEdit))
}

/** The same decision with pauses, because that about thousands of products takes a second. */
export function* updateIndexInSteps(
  { content }: Pick<RevisedTexts, 'content'>,
  parent: Parent,
  { wanted, first }: { wanted: string; first: string },
  onEdit: 'keep' | 'overwrite',
): Steps<IndexUpdate> {
  const found = findMarked(content, parentMarks(parent))
  if (found.state !== 'ok') return { kind: 'no block' }
  const now = innerOf(content, found)
  yield
  if (sameFacts(now, wanted)) return { kind: 'same' }
  yield
  const isOurs = isAsWritten(now) || sameFacts(now, first)
  const dressed = isOurs ? yield* dressListing(now, wanted) : undefined
  yield
  // An emptied block is filled again: to get rid of the list, an editor removes the block.
  if (dressed === undefined && onEdit === 'keep' && factsOf(now).length > 0) return { kind: 'edited' }
  const inner = withSignature(dressed ?? wanted, wanted)
  const plain = inner === wanted ? { plain: digestOf(wanted) } : {}
  return { kind: 'write', content: replaceInner(content, found, inner), ...plain }
}

/**
 * The same decision for a page with exactly the content of our last write, whose block has nothing of an editor. Neither
 * list has to be parsed. Undefined for any other page.
 */
export function updateUntouched(
  { content }: Pick<RevisedTexts, 'content'>,
  parent: Parent,
  wanted: string,
  written: WrittenListing | undefined,
): IndexUpdate | undefined {
  if (written?.content !== digestOf(content)) return undefined
  const found = findMarked(content, parentMarks(parent))
  if (found.state !== 'ok') return undefined
  const plain = digestOf(wanted)
  if (plain === written.plain) return { kind: 'same' }
  return { kind: 'write', content: replaceInner(content, found, wanted), plain }
}

/** The number of entries in the listing of a parent page; 0 without our block. */
export function countListed({ content }: Pick<RevisedTexts, 'content'>, parent: Parent): number {
  const found = findMarked(content, parentMarks(parent))
  if (found.state !== 'ok') return 0
  return [...innerOf(content, found).matchAll(/<li[\s>]|<div class="[^"]*\bmirror-card\b/g)].length
}

/** A product that a listing may name. */
type NamedProduct = { title: string; itemNumber: string; gtin: string }

/**
 * Collects any number of products and keeps the first `limit` by name, in the collation order of a language. Only a
 * product that has the name of another one, and no item number, keeps its GTIN.
 */
export function createNameList<T extends NamedProduct>(language: string, limit: number) {
  const compare = comparerOf(language)
  const numberOf = ({ itemNumber, gtin }: T): string => itemNumber || gtin
  let first: T[] = []
  let total = 0
  const cut = (): void => {
    first = first
      .sort((a, b) => compare(a.title, b.title) || compare(numberOf(a), numberOf(b)))
      .slice(0, limit)
  }
  return {
    add(entries: readonly T[]): void {
      for (const entry of entries) first.push(entry)
      total += entries.length
      if (first.length > 2 * limit) cut()
    },
    list(): { entries: T[]; total: number } {
      cut()
      const isAlone = ({ title }: T, at: number): boolean =>
        first[at - 1]?.title !== title && first[at + 1]?.title !== title
      const isClear = (entry: T, at: number): boolean => entry.itemNumber !== '' || isAlone(entry, at)
      return {
        entries: first.map((entry, at) => (isClear(entry, at) ? { ...entry, gtin: '' } : entry)),
        total,
      }
    },
  }
}

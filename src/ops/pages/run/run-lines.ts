import { causeOfField } from '../../../core/report/history.ts'
import { nameOfField } from '../../../core/merge/page-fields.ts'
import type { ValueDiff } from '../../../core/plan/product-diff.ts'
import type { What } from '../../../core/views/run-index.ts'
import { firstLine } from '../../../core/text/first-line.ts'
import { formatTime } from '../../../core/text/format.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { clipSegments, diffWords, type Segment } from '../shared/word-diff.ts'
import type { RunChange } from './run-changes.ts'

/** The values of a line in some languages; `before` and `after` are missing if they are no longer stored. */
export type LineDetail = {
  languages: string
  pageText: string | undefined
  link: string | undefined
  at: string | undefined
  note: string | undefined
  before: Segment[] | undefined
  after: Segment[] | undefined
}

/** One kind of change of a product in one or more languages. */
export type ChangeLine = {
  what: What
  /** The field, or the reason. */
  label: string
  /** The start of the values before and after; undefined if they differ between the languages. */
  values: { before: string; after: string } | undefined
  languages: string
  details: LineDetail[]
  isOnPage: boolean
}

export type ProductChanges = { gtin: string; name: string; language: string; lines: ChangeLine[] }

/** Part of a change with a separate line; lines with the same key are combined. */
type Piece = {
  change: RunChange
  key: string
  label: string
  diffs: ValueDiff[]
  note?: string
  isOnPage: boolean
}

const mostLanguages = 4
const shownChars = 60

/**
 * Groups changes by product and field, in their order. Each text is cut after `mostChars` characters, so that a page stays
 * small.
 */
export function groupChanges(changes: readonly RunChange[], mostChars: number): ProductChanges[] {
  return [...Map.groupBy(changes, ({ gtin }) => gtin).entries()].map(([gtin, some]) => {
    const lines = [...Map.groupBy(some.flatMap(piecesOf), ({ key }) => key).values()]
    return {
      gtin,
      name: some.find(({ name }) => name !== '')?.name ?? '',
      language: some[0]?.language ?? '',
      lines: lines.flatMap((pieces) => toLine(pieces, mostChars)),
    }
  })
}

function piecesOf(change: RunChange): Piece[] {
  const { what, product, page, fields, kept, conflicts, plainWhy } = change
  const keyOf = (...parts: string[]): string => [what, ...parts].join('|')
  const known = new Set(product.map(({ field }) => field))
  const values = product.map((diff) => ({
    change,
    key: keyOf('value', diff.field),
    label: diff.field,
    diffs: [diff],
    isOnPage: false,
  }))
  const others = fields
    .filter((field) => !known.has(field))
    .map((field) => {
      const label = labelOfField(field)
      const note = causeOfField(field) === undefined ? goneNote(change) : undefined
      return { change, key: keyOf('cause', field), label, diffs: [], ...(note && { note }), isOnPage: false }
    })
  const plain = (label: string): Piece => ({ change, key: keyOf(label), label, diffs: [], isOnPage: false })
  const explained = values.length + others.length > 0
  const reason = plainWhy === '' || explained ? [] : [plain(capitalized(sentenceOf(plainWhy)))]
  const edits = [
    ...(conflicts.length === 0 ? [] : [plain(`Conflict in ${conflicts.map(nameOfField).join(', ')}`)]),
    ...(kept.length === 0 ? [] : [plain(`Kept from the editor: ${kept.map(nameOfField).join(', ')}`)]),
  ]
  const onPage: Piece[] =
    page.length === 0
      ? []
      : [
          {
            change,
            key: keyOf('page', ...page.map(({ field }) => field)),
            label: `On the page: ${page.map(({ field }) => field).join(', ')}`,
            diffs: page,
            isOnPage: true,
          },
        ]
  const all = [...values, ...others, ...reason, ...edits, ...onPage]
  return all.length > 0 ? all : [plain('')]
}

/** The readable name of a field of the product or the page, or the cause of a write that changes no field. */
export function labelOfField(field: string): string {
  const cause = causeOfField(field)
  return cause === undefined ? nameOfField(field).replaceAll('_', ' ') : capitalized(cause)
}

function goneNote({ before, after }: RunChange): string | undefined {
  if (before === undefined || after === undefined || before === after) return undefined
  return `The previous text is no longer kept. Product version ${before.slice(0, 7)} → ${after.slice(0, 7)}`
}

function toLine(pieces: readonly Piece[], mostChars: number): ChangeLine[] {
  const [first] = pieces
  if (first === undefined) return []
  const [diff] = first.diffs
  const alike =
    diff !== undefined && !first.isOnPage && pieces.every(({ diffs: [other] }) => isSame(other, diff))
  return [
    {
      what: first.change.what,
      label: first.label,
      values: alike ? { before: startOf(diff.before), after: startOf(diff.after) } : undefined,
      languages: listLanguages(pieces),
      // Equal values of several languages are shown once.
      details: pieces.flatMap((piece) => toDetails(piece, mostChars)),
      isOnPage: first.isOnPage,
    },
  ]
}

function isSame(one: ValueDiff | undefined, other: ValueDiff): boolean {
  return one?.before === other.before && one.after === other.after
}

function toDetails({ change, diffs, note, isOnPage }: Piece, mostChars: number): LineDetail[] {
  const { language, pageId, link, at } = change
  const detail = {
    pageText: pageId === undefined ? undefined : `page ${pageId}`,
    link,
    at: at && formatTime(at),
    note,
    before: undefined,
    after: undefined,
  }
  if (diffs.length === 0) return [{ languages: language, ...detail }]
  return diffs.map(({ field, before, after }) => {
    const words = diffWords(before, after)
    return {
      ...detail,
      languages: isOnPage ? `${language}, ${field}` : language,
      before: clipSegments(words.before, mostChars),
      after: clipSegments(words.after, mostChars),
    }
  })
}

function listLanguages(pieces: readonly Piece[]): string {
  const languages = [...new Set(pieces.map(({ change }) => change.language))]
  return languages.length <= mostLanguages ? languages.join(', ') : `${languages.length} languages`
}

function startOf(text: string): string {
  const line = firstLine(text)
  return line.length > shownChars ? `${line.slice(0, shownChars).toWellFormed()}…` : line
}

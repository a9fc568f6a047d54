import { createRequire } from 'node:module'
import type * as Diff from 'diff'
import type { ValueDiff } from '../../../core/plan/product-diff.ts'

/** A piece of text that is in both versions (`same`), only before (`gone`) or only after (`new`). */
export type Segment = { kind: 'same' | 'gone' | 'new'; text: string }

/** A text before and after, in pieces; `all` combines both. */
export type WordDiff = { before: Segment[]; after: Segment[]; all: Segment[] }

/** A text with more differing words is shown whole: a comparison takes too long and does not help. */
const mostEdits = 500
/** A text that shares less than this part of the shorter one is shown whole. */
const leastShared = 0.25
/** Only the ends of a longer unchanged piece are shown. */
const longestSame = 160
const keptChars = 60

/** Only a few pages of the dashboard need this package, and it takes memory. */
const loadDiff = (): typeof Diff => createRequire(import.meta.url)('diff') as typeof Diff

export function diffField({ field, before, after }: ValueDiff): WordDiff & { field: string } {
  return { field, ...diffWords(before, after) }
}

/** Compares two texts word by word; shortens long equal parts. */
export function diffWords(before: string, after: string): WordDiff {
  const changes = loadDiff().diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  const pieces = (changes ?? []).map(({ added, removed, value }): Segment => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
  const similar =
    changes !== undefined && sharedChars(pieces) >= leastShared * Math.min(before.length, after.length)
  const whole = similar ? gather(pieces) : [...piece('gone', before), ...piece('new', after)]
  const all = whole.map((segment, index) => shorten(segment, index > 0, index < whole.length - 1))
  return {
    before: all.filter(({ kind }) => kind !== 'new'),
    after: all.filter(({ kind }) => kind !== 'gone'),
    all,
  }
}

function sharedChars(pieces: readonly Segment[]): number {
  return pieces.filter(isSharedWord).reduce((sum, { text }) => sum + text.length, 0)
}

/** Blanks and punctuation do not count, because any two texts share them. */
function isSharedWord({ kind, text }: Segment): boolean {
  return kind === 'same' && /[\p{L}\p{N}]/u.test(text)
}

/** Joins all removed and all added pieces between two shared words. */
function gather(pieces: readonly Segment[]): Segment[] {
  const gathered: Segment[] = []
  let [gone, come, between] = ['', '', '']
  const flush = (): void => {
    for (const one of [piece('gone', gone), piece('new', come), piece('same', between)].flat())
      gathered.push(one)
    ;[gone, come, between] = ['', '', '']
  }
  for (const segment of pieces) {
    if (isSharedWord(segment)) {
      flush()
      gathered.push(segment)
    } else if (segment.kind === 'same') between += segment.text
    else {
      if (gone + come === '') flush()
      const [lead, text] = [between, segment.text]
      between = ''
      gone += lead + (segment.kind === 'gone' ? text : '')
      come += lead + (segment.kind === 'new' ? text : '')
    }
  }
  flush()
  return gathered
}

function piece(kind: Segment['kind'], text: string): Segment[] {
  return text === '' ? [] : [{ kind, text }]
}

function shorten({ kind, text }: Segment, follows: boolean, leads: boolean): Segment {
  if (kind !== 'same' || text.length <= longestSame) return { kind, text }
  const head = follows ? text.slice(0, keptChars).toWellFormed().replace(/\S+$/, '') : ''
  const tail = leads ? text.slice(-keptChars).toWellFormed().replace(/^\S+/, '') : ''
  return { kind, text: `${head}…${tail}` }
}

/** The first `most` characters of a text in pieces, with an ellipsis if more follows. */
export function clipSegments(segments: readonly Segment[], most: number): Segment[] {
  const clipped: Segment[] = []
  let left = most
  for (const { kind, text } of segments) {
    if (left <= 0) return [...clipped, { kind: 'same', text: '…' }]
    clipped.push({ kind, text: text.length > left ? `${text.slice(0, left).toWellFormed()}…` : text })
    left -= text.length
  }
  return clipped
}

import { diffWordsWithSpace } from 'diff'

/** A piece of a text that stands on both sides, only before (`gone`) or only after (`new`). */
export type Segment = { kind: 'same' | 'gone' | 'new'; text: string }

/** A text before and after, in pieces; each side has its own, and `all` are both in one. */
export type WordDiff = { before: Segment[]; after: Segment[]; all: Segment[] }

/** Beyond so many differing words two texts are shown whole: comparing them takes too long, and says little. */
const mostEdits = 500
/** Of a longer piece that stands on both sides only its ends are shown. */
const longestSame = 160
const keptChars = 60

/** Two texts word by word; of long equal parts only what stands around a difference. */
export function diffWords(before: string, after: string): WordDiff {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  if (changes === undefined) {
    const [gone, come] = [piece('gone', before), piece('new', after)]
    return { before: gone, after: come, all: [...gone, ...come] }
  }
  const whole = changes.map(({ added, removed, value }): Segment => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
  const short = whole.map((segment, index) => shorten(segment, index > 0, index < whole.length - 1))
  return {
    before: short.filter(({ kind }) => kind !== 'new'),
    after: short.filter(({ kind }) => kind !== 'gone'),
    all: short,
  }
}

function piece(kind: Segment['kind'], text: string): Segment[] {
  return text === '' ? [] : [{ kind, text }]
}

function shorten({ kind, text }: Segment, follows: boolean, leads: boolean): Segment {
  if (kind !== 'same' || text.length <= longestSame) return { kind, text }
  const head = follows ? text.slice(0, keptChars).toWellFormed() : ''
  const tail = leads ? text.slice(-keptChars).toWellFormed() : ''
  return { kind, text: `${head} … ${tail}` }
}

import { diffWordsWithSpace } from 'diff'

/** A piece of a text that stands on both upstreams, only before (`gone`) or only after (`new`). */
export type Segment = { kind: 'same' | 'gone' | 'new'; text: string }

/** A text before and after, in pieces; each upstream has its own, and `all` are both in one. */
export type WordDiff = { before: Segment[]; after: Segment[]; all: Segment[] }

/** Beyond so many differing words two texts are shown whole: comparing them takes too long, and says little. */
const mostEdits = 500
/** Texts that share less than this part of the shorter one are two texts, not one that was changed. */
const leastShared = 0.25
/** Of a longer piece that stands on both upstreams only its ends are shown. */
const longestSame = 160
const keptChars = 60

/** Two texts word by word; of long equal parts only what stands around a difference. */
export function diffWords(before: string, after: string): WordDiff {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  const pieces = (changes ?? []).map(({ added, removed, value }): Segment => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
  const akin =
    changes !== undefined && sharedChars(pieces) >= leastShared * Math.min(before.length, after.length)
  const whole = akin ? gather(pieces) : [...piece('gone', before), ...piece('new', after)]
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

/** Not only blanks and punctuation, which any two texts share. */
function isSharedWord({ kind, text }: Segment): boolean {
  return kind === 'same' && /[\p{L}\p{N}]/u.test(text)
}

/** Makes one piece of all that goes and one of all that comes between two shared words. */
function gather(pieces: readonly Segment[]): Segment[] {
  const gathered: Segment[] = []
  let [gone, come, between] = ['', '', '']
  const flush = (): void => {
    gathered.push(...piece('gone', gone), ...piece('new', come), ...piece('same', between))
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

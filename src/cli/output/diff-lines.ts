import { diffLines, type DiffLine } from '../../core/text/line-diff.ts'
import { plural } from '../../core/text/plural.ts'
import type { ValueDiff } from '../../core/plan/product-diff.ts'
import { cut, cutPair } from '../terminal/truncate.ts'
import { toOneLine } from '../../lib/text/one-line.ts'

/**
 * A field's change: on one line if both versions are short, otherwise old lines (`-`) and new lines (`+`).
 */
export type FieldLines = { field: string; short?: { before: string; after: string }; lines: DiffLine[] }

const none = '(none)'
/** The most characters of both versions together on one line. */
const mostShort = 56
const mostChars = 160
const mostLines = 12
/** Time and memory of a comparison grow with the product of both line counts. */
const mostCompared = 400

/**
 * A field's change in readable lines. A long text is cut to its difference, with counts of the rest. `room`
 * is the number of characters that both versions may have on one line.
 */
export function toFieldLines({ field, before, after }: ValueDiff, room = mostShort): FieldLines {
  const [from, to] = [plainOf(before), plainOf(after)]
  const single = !`${before}${after}`.includes('\n')
  if (single && (from || none).length + (to || none).length <= room)
    return { field, short: { before: from || none, after: to || none }, lines: [] }
  const all = pairUp(changedLines(before, after))
  const more = all.length - mostLines
  const rest: DiffLine[] =
    more > 0 ? [{ mark: ' ', text: `… ${more} more changed ${plural(more, 'line')}` }] : []
  return { field, lines: [...all.slice(0, mostLines), ...rest] }
}

function changedLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let same = 0
  while (same < old.length && same < now.length && old[same] === now[same]) same++
  const [from, to] = [old.slice(same), now.slice(same)].map((lines) =>
    lines.slice(0, mostCompared).join('\n'),
  )
  return diffLines(from ?? '', to ?? '')
    .filter(({ mark }) => mark !== ' ')
    .map(({ mark, text }) => ({ mark, text: plainOf(text) }))
}

/** Cuts long lines: an old line and its new one around their difference, others at the end. */
function pairUp(lines: readonly DiffLine[]): DiffLine[] {
  const cutLines: DiffLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const [line, next] = [lines[index], lines[index + 1]]
    if (line === undefined) continue
    if (line.mark === '-' && next?.mark === '+' && lines[index - 1]?.mark !== '-') {
      const [before, after] = cutPair(line.text, next.text, mostChars)
      cutLines.push({ mark: '-', text: before }, { mark: '+', text: after })
      index++
    } else cutLines.push({ mark: line.mark, text: cut(line.text, mostChars) })
  }
  return cutLines
}

function plainOf(text: string): string {
  return toOneLine(text).trim()
}

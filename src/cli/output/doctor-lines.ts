import { countOf } from '../../core/text/format.ts'
import type { Checked } from '../json/status-report.ts'
import type { Paint } from '../terminal/color.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { wrapLine } from '../terminal/wrap.ts'

const signs = {
  ok: { mark: '✓', word: 'ok', colour: 'green' },
  warning: { mark: '!', word: 'warn', colour: 'yellow' },
  failed: { mark: '✗', word: 'FAIL', colour: 'red' },
} as const

const nameWidth = 15
const indent = ' '.repeat(7 + nameWidth)
/** Narrower terminals have no room for the name column. */
const narrow = 60

/** One check with its remedy on the line below; `columns` is the terminal's width. */
export function toCheckLines(checked: Checked, paint: Paint, columns?: number): string[] {
  const { name, state, text, remedy } = checked
  const { mark, word, colour } = signs[state]
  const hang = columns !== undefined && columns < narrow ? 7 : indent.length
  const wrapped = (line: string): string[] => (columns === undefined ? [line] : wrapLine(line, columns, hang))
  const lead = `${mark} ${word.padEnd(5)}`
  const [first = '', ...more] = wrapped(`${lead}${name.padEnd(nameWidth)}${toOneLine(text)}`)
  return [
    first.replace(lead, paint(colour, lead)),
    ...more,
    ...(remedy === undefined ? [] : wrapped(`${' '.repeat(hang)}→ ${toOneLine(remedy)}`)),
  ]
}

const advice =
  /^(?:Add|Allow|Ask|Check|Correct|Enter|Exclude|Fix|Give|Let|Raise|Repair|Save|Set|Start|Stop|Switch|Synchronise|Unset|Use|Wait)\b/

/** Splits a message into the problem and the remedy at its end. */
export function toChecked(name: string, state: Checked['state'], text: string): Checked {
  const sentences = toSentences(text)
  const at = sentences.findIndex((sentence) => advice.test(sentence))
  if (state === 'ok' || at < 1) return { name, state, text }
  const what = sentences.slice(0, at).join(' ').replace(/\.$/, '')
  return { name, state, text: what, remedy: sentences.slice(at).join(' ') }
}

/** A quotation is kept together: `(503: Down for maintenance. Check back soon.)`. */
function toSentences(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?)])\s+(?=\p{Lu})/u)) {
    const before = sentences.at(-1)
    if (before !== undefined && isOpen(before)) sentences[sentences.length - 1] = `${before} ${part}`
    else sentences.push(part)
  }
  return sentences
}

function isOpen(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length
  return count('(') > count(')') || count('“') > count('”')
}

export function toSum(all: readonly Checked[]): string {
  const count = (state: Checked['state']): number => all.filter((checked) => checked.state === state).length
  const [failed, warnings] = [count('failed'), count('warning')]
  const parts = [
    ...(failed === 0 ? ['Ready to sync'] : [countOf(failed, 'error')]),
    ...(warnings === 0 ? [] : [countOf(warnings, 'warning')]),
  ]
  return `${parts.join(', ')}.`
}

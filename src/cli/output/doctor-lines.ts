import type { Paint } from '../terminal/color.ts'
import { toPlain } from '../terminal/plain.ts'
import { wrapLine } from '../terminal/wrap.ts'

/** How one check ended, with what to do unless it is fine. */
export type Checked = { name: string; state: 'ok' | 'warning' | 'failed'; text: string; remedy?: string }

const signs = {
  ok: { mark: '✓', word: 'ok', colour: 'green' },
  warning: { mark: '!', word: 'look', colour: 'yellow' },
  failed: { mark: '✗', word: 'FAIL', colour: 'red' },
} as const

const nameWidth = 15
const indent = ' '.repeat(7 + nameWidth)
/** On a narrow terminal there is no room for more. */
const narrow = 60

/** One check of the list for people, its remedy on a line below; `columns`: broken for a terminal of this width. */
export function toCheckLines(checked: Checked, paint: Paint, columns?: number): string[] {
  const { name, state, text, remedy } = checked
  const { mark, word, colour } = signs[state]
  const hang = columns !== undefined && columns < narrow ? 7 : indent.length
  const wrapped = (line: string): string[] => (columns === undefined ? [line] : wrapLine(line, columns, hang))
  const lead = `${mark} ${word.padEnd(5)}`
  const [first = '', ...more] = wrapped(`${lead}${name.padEnd(nameWidth)}${toPlain(text)}`)
  return [
    first.replace(lead, paint(colour, lead)),
    ...more,
    ...(remedy === undefined ? [] : wrapped(`${' '.repeat(hang)}→ ${toPlain(remedy)}`)),
  ]
}

const advice = /^(?:Add|Ask|Check|Give|Repair|Set|Start|Unset|Wait)\b/

/** Parts what is the matter from what to do about it, which our texts end with. */
export function toChecked(name: string, state: Checked['state'], text: string): Checked {
  const sentences = text.split(/(?<=[.!?)])\s+(?=\p{Lu})/u)
  const at = sentences.findIndex((sentence) => advice.test(sentence))
  if (state === 'ok' || at < 1) return { name, state, text }
  const what = sentences.slice(0, at).join(' ').replace(/\.$/, '')
  return { name, state, text: what, remedy: sentences.slice(at).join(' ') }
}

/** The list ends with a sum. */
export function toSum(all: readonly Checked[]): string {
  const count = (state: Checked['state']): number => all.filter((checked) => checked.state === state).length
  const [failed, warnings] = [count('failed'), count('warning')]
  const looks = warnings === 0 ? '' : `; ${warnings} worth a look`
  return failed === 0 ? `Nothing is in the way of a sync${looks}.` : `${failed} to repair${looks}.`
}

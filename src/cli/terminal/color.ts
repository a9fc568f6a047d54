import { randomInt } from 'node:crypto'
import { styleText } from 'node:util'
import { toOneLine } from '../../lib/text/one-line.ts'
import { hideSecrets } from '../../lib/text/secrets.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Paint = (style: Style, text: string) => string

/** Marks our own colours with a random second parameter, which text from outside cannot guess. */
const mark = randomInt(1_000_000, 9_999_999)
const ownColours = new RegExp(`\\u001b\\[(\\d+);${mark}m`)

/**
 * Colours text for terminals; NO_COLOR and FORCE_COLOR apply. Only `toTerminal` makes the colours visible.
 */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (style, text) =>
    styleText(style, toOneLine(text), { stream }).replaceAll(/\u001b\[(\d+)m/g, `\u001b[$1;${mark}m`)
}

/** A line for a terminal: no control characters except our own colours, and no secrets. */
export function toTerminal(line: string): string {
  return line
    .split(ownColours)
    .map((part, index) => (index % 2 === 0 ? hideSecrets(toOneLine(part)) : `\u001b[${part}m`))
    .join('')
}

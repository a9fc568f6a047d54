import { plural } from '../../core/text/plural.ts'

/** Characters shown before and after the difference in a long text. */
const context = 24

/** Cuts a text after about `most` characters and counts the rest: `… 412 more characters`. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const [shown, rest] = splitAt(text, most)
  return `${shown} … ${countOf(rest.length)}`
}

/** Cuts two versions of a long text to their difference and a few characters around it. */
export function cutPair(before: string, after: string, most: number): [string, string] {
  if (before.length <= most && after.length <= most) return [before, after]
  const shorter = Math.min(before.length, after.length)
  let lead = 0
  while (lead < shorter && before[lead] === after[lead]) lead++
  let tail = 0
  while (tail < shorter - lead && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const from = lead > context * 2 ? wordStart(before, lead - context) : 0
  const left = from === 0 ? '' : `${from} characters the same … `
  const shown = (text: string): string => {
    const rest = text.slice(from)
    return left + cut(rest, Math.min(most, Math.max(context, rest.length - tail + context)))
  }
  return [shown(before), shown(after)]
}

/** The start of the word at this index, if it is near. */
function wordStart(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at - context ? space + 1 : safe(text, at)
}

function splitAt(text: string, at: number): [string, string] {
  const space = text.lastIndexOf(' ', at)
  const end = space > at - context ? space : safe(text, at)
  return [text.slice(0, end), text.slice(end).trimStart()]
}

/** The index, moved so that it does not split a surrogate pair. */
function safe(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}

function countOf(characters: number): string {
  return `${characters} more ${plural(characters, 'character')}`
}

import { reasonOf } from '../../../lib/errors.ts'

/** What the engine says when a template breaks the frame that it is compiled into, in the template's own terms. */
const frameFaults = new Map([
  ["Unexpected token 'catch'", 'a { is never closed'],
  ['Missing catch or finally after try', 'a } closes nothing'],
])

/** Where and why a template cannot be read: `:3:5: unclosed string`. */
export function tagFault(error: unknown): string {
  return reasonOf(error).replace(/^(.*) at line (\d+) col (\d+)[^]*$/, ':$2:$3: $1')
}

/** Where and why the code made of a template cannot be compiled: `:3: a { is never closed`. */
export function syntaxFault(text: string, code: string, error: unknown): string {
  const reason = reasonOf(error)
  return `:${templateLine(text, code, error)}: ${frameFaults.get(reason) ?? reason}`
}

/** The template's line for a syntax error in the code made of it: the code says its line before every tag. */
function templateLine(text: string, code: string, error: unknown): number {
  const at = Number(/^template:(\d+)/.exec(Object(error).stack)?.[1])
  const lines = code.split('\n')
  const marked = lines.slice(0, at).findLastIndex((line) => /^__eta\.line=\d+$/.test(line))
  const line = Number(lines[marked]?.slice('__eta.line='.length))
  // After the last tag comes the frame around the template: the fault is at the template's end.
  const isFrame = lines.slice(marked, at).includes('if (__eta.layout) {')
  return isFrame ? line : line + linesBeforeCode(text, line) + Math.max(at - marked - 2, 0)
}

/** A tag's code may begin below the line that opens the tag. */
function linesBeforeCode(text: string, line: number): number {
  const rest = text
    .split('\n')
    .slice(line - 1)
    .join('\n')
  const gap = String(/^[^\n]*<%[-_]?\s*[=~]?\s*/.exec(rest)?.[0])
  return gap.split('\n').length - 1
}

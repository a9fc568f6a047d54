import { reasonOf } from '../../../lib/errors.ts'

/** Syntax errors of the generated code around a template, in the template's own terms. */
const frameFaults = new Map([
  ["Unexpected token 'catch'", 'a { is never closed'],
  ['Missing catch or finally after try', 'a } closes nothing'],
])

/** The position of a syntax error in a template, and its reason: `:3:5: unclosed string`. */
export function tagFault(error: unknown): string {
  return reasonOf(error).replace(/^(.*) at line (\d+) col (\d+)[^]*$/, ':$2:$3: $1')
}

/** The position of a compile error in a template's generated code, and its reason: `:3: a { is never closed`. */
export function syntaxFault(text: string, code: string, error: unknown): string {
  const reason = reasonOf(error)
  return `:${templateLine(text, code, error)}: ${frameFaults.get(reason) ?? reason}`
}

/** The template's line for a syntax error in its generated code, which notes the line before every tag. */
function templateLine(text: string, code: string, error: unknown): number {
  const at = Number(/^template:(\d+)/.exec(Object(error).stack)?.[1])
  const lines = code.split('\n')
  const marked = lines.slice(0, at).findLastIndex((line) => /^__eta\.line=\d+$/.test(line))
  const line = Number(lines[marked]?.slice('__eta.line='.length))
  // The last tag is followed by generated code, so an error there means the template's end.
  const isFrame = lines.slice(marked, at).includes('if (__eta.layout) {')
  return isFrame ? line : line + linesBeforeCode(text, line) + Math.max(at - marked - 2, 0)
}

/** A tag's code may start below the line of the opening mark. */
function linesBeforeCode(text: string, line: number): number {
  const rest = text
    .split('\n')
    .slice(line - 1)
    .join('\n')
  const gap = String(/^[^\n]*<%[-_]?\s*[=~]?\s*/.exec(rest)?.[0])
  return gap.split('\n').length - 1
}

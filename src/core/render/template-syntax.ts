import { compileFunction } from 'node:vm'
import type { Eta } from 'eta/core'
import { reasonOf } from '../../lib/errors.ts'

/** What the engine says when a template breaks the frame that it is compiled into, in the template's own terms. */
const frameFaults = new Map([
  ["Unexpected token 'catch'", 'a { is never closed'],
  ['Missing catch or finally after try', 'a } closes nothing'],
])

/** Where and why the template cannot be compiled: `page.eta:3: a { is never closed`. */
export function syntaxFault(file: string, eta: Eta, text: string, error: unknown): string {
  const told = /^(.*) at line (\d+) col (\d+)/.exec(reasonOf(error))
  if (told) return `${file}:${told[2]}:${told[3]}: ${told[1]}`
  const code = eta.compileToString(text)
  try {
    compileFunction(code, ['it', 'options'], { filename: 'template' })
  } catch (syntax) {
    const reason = reasonOf(syntax)
    return `${file}:${templateLine(text, code, syntax)}: ${frameFaults.get(reason) ?? reason}`
  }
  return `${file}: ${reasonOf(error)}`
}

/** The template's line for a syntax error in the code made of it: the code says its line before every tag. */
function templateLine(text: string, code: string, error: unknown): number {
  const at = Number(/^template:(\d+)/.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1] ?? 1)
  const lines = code.split('\n')
  const marked = lines.slice(0, at).findLastIndex((line) => /^__eta\.line=\d+$/.test(line))
  const line = Number(lines[marked]?.slice('__eta.line='.length) ?? 1)
  // Past the last tag stands the frame around the template: the fault is at the template's end.
  const isFrame = lines.slice(marked, at).includes('if (__eta.layout) {')
  return isFrame ? line : line + linesBeforeCode(text, line) + Math.max(at - marked - 2, 0)
}

/** A tag's code may begin below the line that opens the tag. */
function linesBeforeCode(text: string, line: number): number {
  const rest = text
    .split('\n')
    .slice(line - 1)
    .join('\n')
  const gap = /^[^\n]*<%[-_]?\s*[=~]?(\s*)/.exec(rest)?.[0] ?? ''
  return gap.split('\n').length - 1
}

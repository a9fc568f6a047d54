import { compileFunction } from 'node:vm'
import { Eta } from 'eta/core'
import { ConfigError, reasonOf } from '../../lib/errors.ts'
import { blockTokens } from '../block/tokens.ts'
import { joinBlocks } from './blocks.ts'
import { escapeAttribute } from './escape.ts'

/** A template's text, and the name that its faults are told under. */
export type Template = { file: string; text: string }

/**
 * Compiles a template into a function from its data (`it`) to core blocks. Both throw ConfigError with file and
 * line: for bad syntax, for printing something undefined, for text outside of a block.
 */
export function compileTemplate({ file, text }: Template): (data: object) => string {
  const eta = new Eta({
    autoFilter: true,
    filterFunction: printable,
    // Right in attributes as well as in text; the block functions know where they are and keep plain quotes.
    escapeFunction: (value) => escapeAttribute(String(value)),
    // Counts lines while it runs, for the sake of fault messages.
    debug: true,
  })
  const run = attempt(
    () => eta.compile(text),
    (error) => syntaxFault(file, eta, text, error),
  )
  return (data) => {
    const output = attempt(
      () => run.call(eta, data, { filepath: file }),
      (error) => runtimeFault(error),
    )
    return attempt(
      () => toBlocks(output),
      (error) => `${file}: ${reasonOf(error)}`,
    )
  }
}

function attempt<T>(work: () => T, describe: (error: unknown) => string): T {
  try {
    return work()
  } catch (error) {
    throw new ConfigError(`Template ${describe(error)}`, { cause: error })
  }
}

function printable(value: unknown): string {
  if (value === undefined || value === null) throw new Error(`prints ${value}`)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new Error(`prints a value of type ${typeof value}`)
}

function syntaxFault(file: string, eta: Eta, text: string, error: unknown): string {
  const told = /^(.*) at line (\d+) col (\d+)/.exec(reasonOf(error))
  if (told) return `${file}:${told[2]}:${told[3]}: ${told[1]}`
  const code = eta.compileToString(text)
  try {
    compileFunction(code, ['it', 'options'], { filename: 'template' })
  } catch (syntax) {
    return `${file}:${templateLine(code, syntax)}: ${reasonOf(syntax)}`
  }
  return `${file}: ${reasonOf(error)}`
}

/** The template's line for a syntax error in the code made of it: the code says its line before every tag. */
function templateLine(code: string, error: unknown): number {
  const at = Number(/^template:(\d+)/.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1] ?? 1)
  const lines = code.split('\n')
  const marked = lines.slice(0, at).findLastIndex((line) => /^__eta\.line=\d+$/.test(line))
  const line = Number(lines[marked]?.slice('__eta.line='.length) ?? 1)
  return line + Math.max(at - marked - 2, 0)
}

function runtimeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const place = error.message.split('\n', 1)[0] ?? ''
  return `${place}: ${error.cause === undefined ? error.message : reasonOf(error.cause)}`
}

/** The blocks of a template's output, separated as the editors do it, however the template is laid out. */
function toBlocks(output: string): string {
  const blocks: string[] = []
  const open: string[] = []
  let start = 0
  let end = 0
  for (const token of blockTokens(output)) {
    if (open.length === 0) {
      assertBlank(output.slice(end, token.start))
      start = token.start
    }
    if (token.kind === 'open') open.push(token.name)
    if (token.kind === 'close' && open.pop() !== token.name)
      throw new Error(`${token.name} is closed but not open`)
    end = token.end
    if (open.length === 0) blocks.push(output.slice(start, end))
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} is not closed`)
  assertBlank(output.slice(end))
  return joinBlocks(blocks)
}

function assertBlank(text: string): void {
  if (text.trim() !== '')
    throw new Error(`text outside of a block: ${JSON.stringify(text.trim().slice(0, 60))}`)
}

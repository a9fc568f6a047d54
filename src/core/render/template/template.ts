import { compileFunction } from 'node:vm'
import { Eta } from 'eta/core'
import { ConfigError, reasonOf } from '../../../lib/errors.ts'
import { escapeAttribute } from '../../text/escape.ts'
import { toBlocks } from './template-output.ts'
import { syntaxFault, tagFault } from './template-syntax.ts'

/** A template's text, and the file name for its error messages. */
export type Template = { file: string; text: string }

/**
 * Compiles a template into a function from its data (`it`) to core blocks. Both throw ConfigError with file and line,
 * for invalid syntax, for an undefined printed value and for text outside of a block.
 */
export function compileTemplate({ file, text }: Template): (data: object) => string[] {
  const eta = new Eta({
    autoFilter: true,
    filterFunction: printable,
    // Correct in attributes and in text; the block functions know their place and keep plain quotes.
    escapeFunction: (value) => escapeAttribute(String(value)),
    // Tracks the line during execution, for error messages.
    debug: true,
  })
  const code = attempt(
    () => eta.compileToString(text),
    (error) => `${file}${tagFault(error)}`,
  )
  const run = attempt(
    () => compileFunction(code, ['it', 'options'], { filename: 'template' }),
    (error) => `${file}${syntaxFault(text, code, error)}`,
  )
  return (data) => {
    const output = attempt(() => String(run.call(eta, data, { filepath: file })), runtimeFault)
    return attempt(
      () => toBlocks(output, text),
      (error) => `${file}${reasonOf(error)}`,
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

/** Eta quotes the source lines between the position and the reason. */
function runtimeFault(error: unknown): string {
  return reasonOf(error).replace(/\n[^]*?\n\n/, ': ')
}

import { parseEnv } from 'node:util'
import { ConfigError } from '../src/lib/errors.ts'

const header = '# Settings of product-mirror. Every variable: docs/configuration.md'

/**
 * Sets variables in the text of an env file. Other lines and comments stay. A new variable follows its commented line, or
 * else the last line. Throws ConfigError for a value that the format cannot contain, and for a text that it cannot change
 * safely.
 */
export function setVariables(text: string, values: Readonly<Record<string, string>>): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text === '' ? [header] : text.replace(/\r?\n$/, '').split(/\r?\n/)
  for (const [name, value] of Object.entries(values)) setLine(lines, name, toAssignment(name, value))
  const changed = lines.join(lineEnd) + lineEnd
  const [before, after] = [parseEnv(text), parseEnv(changed)]
  for (const [name, value] of Object.entries({ ...before, ...values }))
    // Node reads `export A=` as a variable of that name.
    if (after[name] !== value && !name.startsWith('export '))
      throw new ConfigError(
        `${name} cannot be set, because the file has lines that are not read as NAME=value. Edit it by hand.`,
      )
  return changed
}

function setLine(lines: string[], name: string, assignment: string): void {
  const at = lines.findLastIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line))
  const old = lines[at]
  if (old !== undefined) {
    const lead = /^\s*(?:export\s+)?/.exec(old)?.[0] ?? ''
    lines[at] = lead + assignment + commentOf(old.slice(old.indexOf('=') + 1))
    return
  }
  const commented = lines.findIndex((line) => new RegExp(`^\\s*#\\s*${name}=`).test(line))
  lines.splice(commented < 0 ? lines.length : commented + 1, 0, assignment)
}

/** The comment after a value. */
function commentOf(rest: string): string {
  const [comment = ''] = /\s*#.*$/.exec(rest.replace(/^\s*(?:'[^']*'|"[^"]*"|`[^`]*`)/, '')) ?? []
  return comment === '' ? '' : ` ${comment.trimStart()}`
}

function toAssignment(name: string, value: string): string {
  if (/[\r\n]/.test(value)) throw new ConfigError(`${name} has a line break. Enter it in one line.`)
  if (/^[\w.~:/?&=%@,+!*()[\]{};<>|^-]+$/.test(value)) return `${name}=${value}`
  // Double quotes come last: inside them, Docker replaces $ and a backslash.
  const mark = ["'", '`', '"'].find((quote) => !value.includes(quote))
  if (mark === undefined)
    throw new ConfigError(`${name} contains all three kinds of quotes, which .env cannot contain.`)
  return `${name}=${mark}${value}${mark}`
}

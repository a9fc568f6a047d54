import { hideSecrets } from '../../lib/text/secrets.ts'
import { toJson } from '../../lib/text/json.ts'
import type { Report } from '../json/reports.ts'
import { toTerminal } from './color.ts'
import { linesFor, type Screen } from './wrap.ts'
import { namedMirror } from './named-mirror.ts'

/**
 * Clears from the start of the line to the end of the screen. The cursor stays at the start of the drawn
 * line, so that this works even after a resize.
 */
const wipe = '\r\u001b[J'

/** Global like the named mirror, because a command has one output. */
let onlyErrors = false

/** From now on, `print`, `printText` and `inform` print nothing; requested JSON and documents are printed. */
export function printOnlyErrors(isQuiet: boolean): void {
  onlyErrors = isQuiet
}

export function printsOnlyErrors(): boolean {
  return onlyErrors
}

/** Prints lines; on a terminal they are broken to fit. */
export function print(
  lines: readonly string[],
  stream: NodeJS.WritableStream & Screen = process.stdout,
): void {
  if (onlyErrors && stream === process.stdout) return
  for (const line of linesFor(stream, lines.map(toTerminal))) stream.write(`${line}\n`)
}

export function printJson(report: Report): void {
  process.stdout.write(`${toNamedJson(report)}\n`)
}

/** A report as JSON, which starts with the mirror if there are several. */
export function toNamedJson(report: object): string {
  return toJson({ mirror: namedMirror(), ...report })
}

/** Prints a message on standard error. */
export function warn(message: string): void {
  print(message.split('\n'), process.stderr)
}

/** Prints a message that is not an error on standard error. */
export function inform(message: string): void {
  if (!onlyErrors) warn(message)
}

/** Prints lines that were broken to fit already, or must not be. */
export function printText(text: string): void {
  if (!onlyErrors) process.stdout.write(toText(text))
}

/** Prints a document for a file or a program unchanged; on a terminal without control characters. */
export function printDocument(text: string): void {
  process.stdout.write(process.stdout.isTTY ? toText(text) : hideSecrets(text))
}

/** Prints a question without a line break, so that the user types on the same line. */
export function printQuestion(text: string, stream: NodeJS.WritableStream): void {
  stream.write(toTerminal(text))
}

/** Draws a line over the previous one. */
export function drawLine(line: string, stream: NodeJS.WritableStream): void {
  stream.write(`${wipe}${toTerminal(line)}\r`)
}

export function wipeLine(stream: NodeJS.WritableStream): void {
  stream.write(wipe)
}

/** Text for a terminal; each line ends with a line break. */
export function toText(text: string): string {
  return `${text.replace(/\n$/, '').split('\n').map(toTerminal).join('\n')}\n`
}

import { nameMirror } from '../../core/report/mirror-option.ts'
import { hideSecrets } from '../../lib/text/secrets.ts'
import { isObject } from '../../lib/http/json.ts'
import { toJson } from '../../lib/text/json.ts'
import type { Report } from '../json/reports.ts'
import { toTerminal } from './color.ts'
import { linesFor, type Screen } from './wrap.ts'

/**
 * Clears from the start of the line to the end of the screen. The cursor stays at the start of the drawn
 * line, so that this works even after a resize.
 */
const wipe = '\r\u001b[J'

/** Global like the secrets that outputs hide, because a command runs for one mirror at a time. */
let mirror: string | undefined

/** From now on, printed commands name this one of several mirrors, and JSON objects start with it. */
export function printFor(id: string | undefined): void {
  mirror = id
}

/** Prints lines; on a terminal they are broken to fit. */
export function print(
  lines: readonly string[],
  stream: NodeJS.WritableStream & Screen = process.stdout,
): void {
  for (const line of linesFor(stream, lines.map(toLine))) stream.write(`${line}\n`)
}

export function printJson(report: Report): void {
  process.stdout.write(`${toNamedJson(report)}\n`)
}

/** A value as JSON for a program that runs its commands. */
export function toNamedJson(value: unknown): string {
  return nameCommands(toJson(mirror !== undefined && isObject(value) ? { mirror, ...value } : value))
}

/** A text of ours, whose commands name the mirror. */
export function nameCommands(text: string): string {
  return nameMirror(text, mirror)
}

/** Prints a message on standard error. */
export function warn(message: string): void {
  print(message.split('\n'), process.stderr)
}

/** Prints lines that were broken to fit already, or must not be. */
export function printText(text: string): void {
  process.stdout.write(toText(text))
}

/** Prints a document for a file or a program unchanged; on a terminal without control characters. */
export function printDocument(text: string): void {
  process.stdout.write(process.stdout.isTTY ? toText(text) : hideSecrets(text))
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
  return `${text.replace(/\n$/, '').split('\n').map(toLine).join('\n')}\n`
}

function toLine(line: string): string {
  return toTerminal(nameCommands(line))
}

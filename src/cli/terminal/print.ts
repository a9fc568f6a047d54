import { linesFor } from './wrap.ts'

/** Prints lines, broken to fit where they go to a terminal. */
export function print(lines: readonly string[], stream: NodeJS.WriteStream = process.stdout): void {
  for (const line of linesFor(stream, lines)) stream.write(`${line}\n`)
}

/** Prints a value as JSON on one line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints a message on standard error. */
export function warn(message: string): void {
  print(message.split('\n'), process.stderr)
}

import { linesFor } from './wrap.ts'

/** Prints lines; on a terminal they are broken to fit. */
export function print(lines: readonly string[], stream: NodeJS.WriteStream = process.stdout): void {
  for (const line of linesFor(stream, lines)) stream.write(`${line}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints a message on standard error. */
export function warn(message: string): void {
  print(message.split('\n'), process.stderr)
}

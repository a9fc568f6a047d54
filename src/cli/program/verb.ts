import type { Command } from 'commander'
import { linesFor } from '../terminal/wrap.ts'

type Row = readonly [text: string, what: string]

/** Adds a verb with worked examples below its help. */
export function addVerb(program: Command, name: string, what: string, examples: readonly Row[]): Command {
  return addSection(program.command(name).description(what), 'Examples', examples)
}

/** Adds a table below a help. */
export function addSection(command: Command, title: string, rows: readonly Row[]): Command {
  const width = Math.max(...rows.map(([text]) => text.length))
  const lines = rows.map(([text, what]) => `  ${text.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', () => ['', `${title}:`, ...linesFor(process.stdout, lines)].join('\n'))
}

/** Ends the process with the exit code of a command. */
export async function exitWith(command: Promise<number>): Promise<never> {
  return process.exit(await command)
}

import type { Command } from 'commander'
import { linesFor } from '../terminal/wrap.ts'

type Row = readonly [text: string, what: string]

/** Adds a verb with worked examples below its help. */
export function addVerb(program: Command, name: string, what: string, examples: readonly Row[]): Command {
  return addSection(program.command(name).description(what), 'Examples', examples)
}

export function addSection(command: Command, title: string, rows: readonly Row[]): Command {
  const width = Math.max(...rows.map(([text]) => text.length))
  const lines = rows.map(([text, what]) => `  ${text.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', () => ['', `${title}:`, ...linesFor(process.stdout, lines)].join('\n'))
}

export async function exitWith(command: Promise<number>): Promise<never> {
  return process.exit(await command)
}

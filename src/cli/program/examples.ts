import type { Command } from 'commander'

/** A command line and its purpose. */
export type Example = readonly [line: string, what: string]

/** Adds worked examples below a verb’s help. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  const width = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, what]) => `  ${line.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}

import type { Command } from 'commander'

type Example = readonly [line: string, what: string]

/** Adds a verb with worked examples below its help. */
export function addVerb(
  program: Command,
  name: string,
  what: string,
  examples: readonly Example[] = [],
): Command {
  const verb = program.command(name).description(what)
  return examples.length === 0 ? verb : withExamples(verb, examples)
}

/** Adds worked examples below a help. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  const width = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, what]) => `  ${line.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}

/** Ends the process with the exit code of a command. */
export async function exitWith(command: Promise<number>): Promise<never> {
  return process.exit(await command)
}

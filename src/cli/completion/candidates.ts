import type { Command, Option } from 'commander'

/** A word that the shell offers, with its description. */
export type Candidate = { word: string; what: string }

/** Completes a command line; `line` is the text after the program's name. */
export function toCandidates(program: Command, line: string): Candidate[] {
  const words = line.match(/(?:'[^']*'?|"[^"]*"?|\S)+/g) ?? []
  const current = /\S$/.test(line) ? (words.pop() ?? '') : ''
  return listAll(program, words, current).filter(({ word }) => word.startsWith(current))
}

function listAll(program: Command, [name, ...given]: readonly string[], current: string): Candidate[] {
  const help = program.createHelp()
  const commands = help.visibleCommands(program)
  if (name === undefined) return commands.map((one) => ({ word: one.name(), what: one.description() }))
  const command = commands.find((each) => each.name() === name)
  if (command === undefined) return []
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]
  const valued = (word = ''): Option | undefined =>
    options.find(({ required, short, long }) => required && (short === word || long === word))
  const open = valued(given.at(-1))
  if (open !== undefined) return toChoices(open.argChoices)
  const place = given.filter((word, index) => !word.startsWith('-') && !valued(given[index - 1])).length
  const choices = toChoices(command.registeredArguments[place]?.argChoices)
  if (choices.length > 0 && !current.startsWith('-')) return choices
  return options.flatMap(({ short, long, description }) =>
    [short, long].filter((flag) => flag !== undefined).map((word) => ({ word, what: description })),
  )
}

function toChoices(words: readonly string[] = []): Candidate[] {
  return words.map((word) => ({ word, what: '' }))
}

import type { Argument, Command, Option } from 'commander'

/** A verb as a shell completes it. */
export type CompletedVerb = {
  name: string
  what: string
  options: CompletedOption[]
  /** In their order. */
  arguments: CompletedArgument[]
}

/** `value` names what has to follow; undefined: nothing does. `repeats`: it may be given more than once. */
export type CompletedOption = {
  /** As typed: `-h`, `--help`. */
  flags: string[]
  what: string
  value: string | undefined
  choices: readonly string[]
  repeats: boolean
}

export type CompletedArgument = { name: string; choices: readonly string[] }

/** What a shell can complete after a program’s name, read off its definition. */
export function toCompleted(program: Command): CompletedVerb[] {
  const help = program.createHelp()
  return help.visibleCommands(program).map((verb) => ({
    name: verb.name(),
    what: verb.description(),
    options: help.visibleOptions(verb).map(toOption),
    arguments: verb.registeredArguments.map(toArgument),
  }))
}

function toOption(option: Option): CompletedOption {
  const { short, long, description, argChoices = [], required, parseArg } = option
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    what: description,
    value: required ? option.attributeName() : undefined,
    choices: argChoices,
    repeats: required && parseArg !== undefined,
  }
}

function toArgument(argument: Argument): CompletedArgument {
  return { name: argument.name(), choices: argument.argChoices ?? [] }
}

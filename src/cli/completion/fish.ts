import type { CompletedOption, CompletedVerb } from './model.ts'

/** A script for fish that completes verbs, options and choices, with what each is for. */
export function toFish(program: string, verbs: readonly CompletedVerb[]): string {
  const of = `complete -c ${program}`
  const lines = verbs.flatMap(({ name, what, options, arguments: given }) => {
    const after = `-n ${quote(`__fish_seen_subcommand_from ${name}`)}`
    return [
      `${of} -n __fish_use_subcommand -a ${name} -d ${quote(what)}`,
      ...options.map((option) => `${of} ${after} ${optionOf(option)}`),
      ...given
        .filter(({ choices }) => choices.length > 0)
        .map((argument) => `${of} ${after} -a ${quote(argument.choices.join(' '))} -d ${argument.name}`),
    ]
  })
  return `# fish completion of ${program}: ${program} completion fish | source\n${of} -f\n${lines.join('\n')}\n`
}

function optionOf({ flags, what, value, choices }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const follows =
    value === undefined ? [] : ['-x', ...(choices.length > 0 ? [`-a ${quote(choices.join(' '))}`] : [])]
  return [...names, ...follows, `-d ${quote(what)}`].join(' ')
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

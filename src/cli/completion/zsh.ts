import type { CompletedArgument, CompletedOption, CompletedVerb } from './model.ts'

/** A script for zsh that completes verbs, options and choices, with what each is for. */
export function toZsh(program: string, verbs: readonly CompletedVerb[]): string {
  const name = `_${program.replaceAll('-', '_')}`
  return `#compdef ${program}
# zsh completion of ${program}: source <(${program} completion zsh), or as _${program} in a folder of $fpath
${name}() {
  local -a verbs
  verbs=(
${verbs.map((verb) => `    ${quote(`${verb.name}:${verb.what}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${verbs.map(verbCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = ${name} ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`
}

function verbCase({ name, options, arguments: given }: CompletedVerb): string {
  const specs = [...options.flatMap(optionSpecs), ...given.map(argumentSpec)]
  return `    ${name}) _arguments ${specs.map(quote).join(' ')} ;;`
}

function optionSpecs({ flags, what, value, choices, repeats }: CompletedOption): string[] {
  const follows = value === undefined ? '' : `:${value}:${listed(choices)}`
  return flags.map((flag) => `${repeats ? '*' : ''}${flag}[${what.replace(/[[\]\\]/g, '\\$&')}]${follows}`)
}

function argumentSpec({ name, choices }: CompletedArgument, index: number): string {
  return `${index + 1}:${name}:${listed(choices)}`
}

function listed(choices: readonly string[]): string {
  return choices.length === 0 ? ' ' : `(${choices.join(' ')})`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

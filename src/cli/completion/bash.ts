import type { CompletedVerb } from './model.ts'

/** A script for bash (3.2 and newer) that completes verbs, options and choices. */
export function toBash(program: string, verbs: readonly CompletedVerb[]): string {
  const name = `_${program.replaceAll('-', '_')}`
  return `# bash completion of ${program}: source <(${program} completion bash)
${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} verb=\${COMP_WORDS[1]}
  local words= options= valued= place=0 i
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${verbs.map((verb) => verb.name).join(' ')}' -- "$current"))
    return
  fi
  case $verb in
${verbs.map(verbCase).join('\n')}
  esac
  case " $valued " in *" $previous "*)
    case "$verb $previous" in
${verbs.flatMap(valueCases).join('\n')}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return ;;
  esac
  for ((i = 2; i < COMP_CWORD; i++)); do
    case " $valued " in
      *" \${COMP_WORDS[i]} "*) i=$((i + 1)) ;;
      *) case \${COMP_WORDS[i]} in -*) ;; *) place=$((place + 1)) ;; esac ;;
    esac
  done
  case "$verb $place" in
${verbs.flatMap(placeCases).join('\n')}
  esac
  case $current in -*) words=$options ;; esac
  [ -n "$words" ] || words=$options
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F ${name} ${program}
`
}

function verbCase({ name, options }: CompletedVerb): string {
  const all = options.flatMap(({ flags }) => flags).join(' ')
  const valued = options.flatMap(({ flags, value }) => (value === undefined ? [] : flags)).join(' ')
  return `    ${name}) options='${all}' valued='${valued}' ;;`
}

function valueCases({ name, options }: CompletedVerb): string[] {
  return options.flatMap(({ flags, choices }) =>
    choices.length === 0
      ? []
      : flags.map((flag) => `      '${name} ${flag}') words='${choices.join(' ')}' ;;`),
  )
}

function placeCases({ name, arguments: given }: CompletedVerb): string[] {
  return given.flatMap(({ choices }, place) =>
    choices.length === 0 ? [] : [`    '${name} ${place}') words='${choices.join(' ')}' ;;`],
  )
}

import { Argument, type Command } from 'commander'
import { addCommand } from '../program/command.ts'
import { toCandidates } from './candidates.ts'

/** Each script calls the program, so that it never becomes outdated. */
const scripts = {
  bash: `_product_mirror() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[*]:1:COMP_CWORD}" 2> /dev/null | cut -f 1))
}
complete -F _product_mirror product-mirror`,
  zsh: `_product_mirror() {
  local -a found
  found=("\${(@f)$($words[1] complete -- "$words[2,CURRENT]" 2> /dev/null)}")
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  _describe product-mirror found
}
compdef _product_mirror product-mirror`,
  fish: `complete -c product-mirror -f -a "(product-mirror complete -- (commandline -cp | string replace -r '^\\S+\\s+' ''))"`,
}

/** Adds the command that prints a completion script, and the hidden command that the script calls. */
export function addCompletionCommand(program: Command): void {
  addCommand(program, 'completion', 'Print a script that completes commands and options in your shell.', [
    ['source <(product-mirror completion bash)', 'in ~/.bashrc'],
    ['source <(product-mirror completion zsh)', 'in ~/.zshrc, after compinit'],
    ['product-mirror completion fish | source', 'in ~/.config/fish/config.fish'],
  ])
    .addArgument(new Argument('<shell>', 'Your shell.').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(`${scripts[shell]}\n`)
    })
  program
    .command('complete', { hidden: true })
    .argument('[line]')
    .action((line = '') => {
      for (const { word, what } of toCandidates(program, line)) process.stdout.write(`${word}\t${what}\n`)
    })
}

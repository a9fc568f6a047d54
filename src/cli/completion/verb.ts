import { Argument, type Command } from 'commander'
import { withExamples } from '../program/examples.ts'
import { toBash } from './bash.ts'
import { toFish } from './fish.ts'
import { toCompleted } from './model.ts'
import { toZsh } from './zsh.ts'

const shells = { bash: toBash, zsh: toZsh, fish: toFish } as const

/** Adds the verb that prints a completion script, made from the definition of the program it is added to. */
export function addCompletionVerb(program: Command): void {
  withExamples(
    program
      .command('completion')
      .description('print a shell script that completes verbs, options and choices')
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(shells)))
      .action((shell: keyof typeof shells) => {
        process.stdout.write(shells[shell](program.name(), toCompleted(program)))
      }),
    [
      ['source <(product-mirror completion bash)', 'in ~/.bashrc'],
      ['source <(product-mirror completion zsh)', 'in ~/.zshrc, after compinit'],
      ['product-mirror completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
  )
}

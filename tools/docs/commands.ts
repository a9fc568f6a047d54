import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program/program.ts'

const head = `# Commands

The output of \`product-mirror help COMMAND\`, where \`product-mirror\` is \`bin/product-mirror\`, or \`npm run -s cli --\`. All commands have the same [exit codes](troubleshooting.md#exit-codes). These common options are left out below:

- \`-h\`, \`--help\`, of every command.
- \`--mirror ID\`, the mirror if \`MIRRORS\` has several, of all commands except \`daemon\`, \`mock\`, \`demo\` and \`completion\`.
- \`-q\`, \`--quiet\`, of the same commands: print only errors, and the JSON or Markdown that was requested. The exit code is the result.
- \`--env-file FILE\`, of all commands except \`demo\` and \`completion\`: read variables from this file instead of the \`.env\` of the current folder. Variables of the environment take precedence.
- \`-v\`, \`--verbose\`, of \`sync\`, \`plan\`, \`approve\`, \`verify\`, \`undo\` and \`rebuild\`: log every job, and print the whole report without a terminal, too.

This page is generated: \`npm run docs\`.`

/** Renders `docs/commands.md`: the help of each command, without the options that all of them share. */
export function commandsPage(): string {
  const program = createProgram({}, fail, async () => undefined)
  const shown = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
  const sections = shown.map((command) => `## ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``)
  return `${[head, ...sections].join('\n\n')}\n`
}

function helpOf(command: Command): string {
  let text = ''
  command.configureHelp({
    visibleOptions: ({ options }) => options.filter(({ hidden, long }) => !hidden && long !== '--verbose'),
  })
  command.configureOutput({ getOutHelpWidth: () => 100, writeOut: (part) => (text += part) })
  command.outputHelp()
  return text.trim()
}

function fail(code: number): never {
  throw new Error(`the program ended with ${code}`)
}

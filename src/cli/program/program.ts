import { type Argument, Command } from 'commander'
import { ConfigError } from '../../lib/errors.ts'
import { readVersion } from '../../lib/version.ts'
import { addCompletionCommand } from '../completion/command.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { takesMirror } from '../shared/takes-mirror.ts'
import { warn } from '../terminal/print.ts'
import { addSection, selectFormat } from './command.ts'
import {
  addGlobalOptions,
  applyGlobalOptions,
  globalOptionsOf,
  type GlobalOptions,
} from './global-options.ts'
import { addHelpCommand } from './help.ts'
import { addInitCommand } from './setup.ts'
import { addProcessCommands, type RunMock } from './processes.ts'
import { addRecordCommands } from './records.ts'
import renamedCommands from './renamed-commands.json' with { type: 'json' }
import { addRunCommands } from './runs.ts'

/**
 * The command line; `exit` ends the process, with code 7 after a usage error. Variables of `--env-file` are added to
 * `env`.
 */
export function createProgram(
  env: NodeJS.ProcessEnv,
  exit: (code: number) => never,
  runMock: RunMock,
): Command {
  // The commands read this environment, which is filled once the mirror is known.
  const chosen: NodeJS.ProcessEnv = {}
  const program = new Command('product-mirror')
    .description('Keeps a CMS a faithful mirror of a partner’s product data.')
    .showSuggestionAfterError()
    .version(readVersion(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print the purpose of a command, its options and examples.')
    .usage('<command> [options]')
    .configureHelp({
      // The default is wider than the space next to the terms on a narrow terminal.
      minWidthToWrap: 20,
      showGlobalOptions: true,
      visibleGlobalOptions: globalOptionsOf,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
    })
    .configureOutput({ writeErr: (text) => warn(text.trimEnd()) })
    .exitOverride((error) => exit(error.exitCode === 0 ? exitCodes.done : exitCodes.badConfiguration))
    .hook('preAction', async (_program, command) => {
      applyGlobalOptions(program, command, env)
      selectFormat(command)
      const { mirror: named } = program.opts<GlobalOptions>()
      if (named === undefined && !takesMirror(command.name())) return void Object.assign(chosen, env)
      const { chooseEnvironment } = await import('../shared/choose-mirror.ts')
      Object.assign(chosen, chooseEnvironment(env, command.name(), named))
    })
  addGlobalOptions(program)
  program.commandsGroup('Setup:')
  addInitCommand(program, chosen)
  program.commandsGroup('Runs:')
  addRunCommands(program, chosen)
  program.commandsGroup('Status and decisions:')
  addRecordCommands(program, chosen)
  program.commandsGroup('Processes:')
  addProcessCommands(program, chosen, runMock)
  program.commandsGroup('Help:')
  addCompletionCommand(program)
  addHelpCommand(program)
  addRenamedCommands(program)
  for (const one of [program, ...program.commands]) one.showHelpAfterError(`See: ${pathOf(one)} --help`)
  return addSection(program, 'Examples', [
    ['product-mirror demo', 'Redis, partner, CMS, a first sync and the dashboard'],
    ['product-mirror init', 'set up a mirror: partner, site, catalogue'],
    ['product-mirror doctor', 'check the configuration'],
    ['product-mirror plan', 'see what a sync would change'],
    ['product-mirror sync', 'apply it'],
    ['product-mirror status', 'see the state of the mirror'],
    ['product-mirror help resolve', 'print the help of a command'],
  ])
}

/** Rejects an old name with the new one, whatever its arguments and options. */
function addRenamedCommands(program: Command): void {
  for (const [old, name] of Object.entries(renamedCommands))
    program
      .command(old, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new ConfigError(`${old} is now called ${name}. Run: product-mirror ${name} --help`)
      })
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`
}

function termOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

import { type Argument, Command, Option } from 'commander'
import { ConfigError } from '../../lib/errors.ts'
import { readVersion } from '../../lib/version.ts'
import { addCompletionVerb } from '../completion/verb.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { takesMirror } from '../shared/takes-mirror.ts'
import { warn } from '../terminal/print.ts'
import { addHelpVerb } from './help.ts'
import { addProcessVerbs, type RunMock } from './processes.ts'
import { addRecordVerbs } from './records.ts'
import renamedVerbs from './renamed-verbs.json' with { type: 'json' }
import { addRunVerbs } from './runs.ts'
import { addSection } from './verb.ts'

/** The command line; `exit` ends the process, with code 7 after a usage error. */
export function createProgram(
  env: NodeJS.ProcessEnv,
  exit: (code: number) => never,
  runMock: RunMock,
): Command {
  // The verbs read this environment, which is filled once the mirror is known.
  const chosen: NodeJS.ProcessEnv = {}
  const mirror = new Option('--mirror <id>', 'the mirror that it is about (MIRROR), if MIRRORS has several')
  const program = new Command('product-mirror')
    .description('Keeps a CMS a faithful mirror of a partner’s product data.')
    .showSuggestionAfterError()
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what a verb does, its options and examples')
    .usage('<verb> [options]')
    .configureHelp({
      // The default is wider than the space next to the terms on a narrow terminal.
      minWidthToWrap: 20,
      showGlobalOptions: true,
      visibleGlobalOptions: (verb) => (verb.parent !== null && takesMirror(verb.name()) ? [mirror] : []),
      subcommandTerm: (verb) => [verb.name(), ...verb.registeredArguments.map(termOf)].join(' '),
    })
    .configureOutput({ writeErr: (text) => warn(text.trimEnd()) })
    .exitOverride((error) => exit(error.exitCode === 0 ? exitCodes.done : exitCodes.badConfiguration))
    .addOption(mirror)
    .hook('preAction', async (_program, verb) => {
      const { mirror: named } = program.opts<{ mirror?: string }>()
      if (named === undefined && !takesMirror(verb.name())) return void Object.assign(chosen, env)
      const { chooseEnvironment } = await import('../shared/choose-mirror.ts')
      Object.assign(chosen, chooseEnvironment(env, verb.name(), named))
    })
  program.commandsGroup('Runs:')
  addRunVerbs(program, chosen)
  program.commandsGroup('Status and decisions:')
  addRecordVerbs(program, chosen)
  program.commandsGroup('Processes:')
  addProcessVerbs(program, chosen, runMock)
  program.commandsGroup('Help:')
  addCompletionVerb(program)
  addHelpVerb(program)
  addRenamedVerbs(program)
  for (const verb of [program, ...program.commands]) verb.showHelpAfterError(`See: ${pathOf(verb)} --help`)
  return addSection(program, 'Examples', [
    ['product-mirror demo', 'Redis, partner, CMS, a first sync and the dashboard'],
    ['product-mirror doctor', 'check the configuration'],
    ['product-mirror plan', 'see what a sync would change'],
    ['product-mirror sync', 'apply it'],
    ['product-mirror status', 'see the state of the mirror'],
    ['product-mirror help resolve', 'print the help of a verb'],
  ])
}

/** Rejects an old name with the new one, whatever its arguments and options. */
function addRenamedVerbs(program: Command): void {
  for (const [old, name] of Object.entries(renamedVerbs))
    program
      .command(old, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new ConfigError(`${old} is now called ${name}. Run: product-mirror ${name} --help`)
      })
}

function pathOf(verb: Command): string {
  return verb.parent === null ? verb.name() : `${verb.parent.name()} ${verb.name()}`
}

function termOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

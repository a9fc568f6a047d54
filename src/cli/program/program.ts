import { type Argument, Command } from 'commander'
import { ConfigError } from '../../lib/errors.ts'
import { readVersion } from '../../lib/version.ts'
import { addCompletionVerb } from '../completion/verb.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withExamples } from './examples.ts'
import { addHelpVerb } from './help.ts'
import { addProcessVerbs, type RunMock } from './processes.ts'
import { addRecordVerbs } from './records.ts'
import renamedVerbs from './renamed-verbs.json' with { type: 'json' }
import { addRunVerbs } from './runs.ts'

/** The whole command line; `exit` ends the process, with 7 where it was used wrongly. */
export function createProgram(
  env: NodeJS.ProcessEnv,
  exit: (code: number) => never,
  runMock: RunMock,
): Command {
  const program = new Command('product-mirror')
    .description('Keeps a CMS a faithful mirror of a partner’s product data.')
    .showSuggestionAfterError()
    .version(readVersion(), '-V, --version', 'which version this is')
    .helpOption('-h, --help', 'what a verb does, its options, examples')
    .configureHelp({
      subcommandTerm: (verb) => [verb.name(), ...verb.registeredArguments.map(termOf)].join(' '),
    })
    .exitOverride((error) => exit(error.exitCode === 0 ? exitCodes.done : exitCodes.badConfiguration))
  program.commandsGroup('Runs:')
  addRunVerbs(program, env)
  program.commandsGroup('How things stand, and what people decide:')
  addRecordVerbs(program, env)
  program.commandsGroup('What stays up:')
  addProcessVerbs(program, env, runMock)
  program.commandsGroup('Help:')
  addCompletionVerb(program)
  addHelpVerb(program)
  addRenamedVerbs(program)
  for (const verb of [program, ...program.commands]) verb.showHelpAfterError(`See: ${pathOf(verb)} --help`)
  return withExamples(program, [
    ['product-mirror demo', 'everything on this machine, without an account anywhere'],
    ['product-mirror doctor', 'is the configuration right? What is to do?'],
    ['product-mirror plan', 'what would a sync change?'],
    ['product-mirror sync', 'change it'],
    ['product-mirror status', 'is all well?'],
    ['product-mirror help resolve', 'all about one verb'],
  ])
}

/** Answers an old name with the new one, also with arguments and options that only the old verb knew. */
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

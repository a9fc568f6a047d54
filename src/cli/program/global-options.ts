import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { readEnvFile } from '../../../config/env-file.ts'
import { ConfigError } from '../../lib/errors.ts'
import { takesMirror } from '../shared/takes-mirror.ts'
import { printOnlyErrors } from '../terminal/print.ts'

export type GlobalOptions = { mirror?: string; envFile?: string; quiet?: boolean }

const mirror = new Option(
  '--mirror <id>',
  'Name the mirror that the command is about (MIRROR), if MIRRORS has several.',
)
const quiet = new Option('-q, --quiet', 'Print only errors; the exit code is the result.')
const envFile = new Option(
  '--env-file <file>',
  'Read variables from this file instead of .env; the environment takes precedence.',
)

/** Adds the options that go before or after the name of any command. */
export function addGlobalOptions(program: Command): void {
  program.addOption(mirror).addOption(quiet).addOption(envFile)
}

/** The global options that a command takes. */
export function globalOptionsOf(command: Command): Option[] {
  if (command.parent === null) return []
  if (takesMirror(command.name())) return [mirror, quiet, envFile]
  return ['init', 'daemon', 'mock'].includes(command.name()) ? [envFile] : []
}

/**
 * Adds the variables of `--env-file` to the environment and applies `--quiet`. Throws ConfigError for a file that
 * cannot be read, and for a command that takes no `--quiet`.
 */
export function applyGlobalOptions(program: Command, command: Command, env: NodeJS.ProcessEnv): void {
  const options = program.opts<GlobalOptions>()
  const isQuiet = options.quiet === true
  if (isQuiet && !globalOptionsOf(command).includes(quiet))
    throw new ConfigError(`--quiet does not go with ${command.name()}. Leave it out.`)
  if (isQuiet && command.opts<{ verbose?: boolean }>().verbose === true)
    throw new ConfigError('--quiet and --verbose contradict each other. Leave one of them out.')
  printOnlyErrors(isQuiet)
  if (options.envFile === undefined) return
  // The file that init writes may be new.
  if (command.name() === 'init' && !existsSync(options.envFile)) return
  for (const [name, value] of Object.entries(readEnvFile(options.envFile))) env[name] ??= value
}

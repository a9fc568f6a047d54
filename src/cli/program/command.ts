import { type Command, InvalidArgumentError, Option } from 'commander'
import { readLanguageCode } from '../../contracts/language-code.ts'
import { linesFor } from '../terminal/wrap.ts'

type Row = readonly [text: string, what: string]

/** Adds a command with worked examples below its help. */
export function addCommand(program: Command, name: string, what: string, examples: readonly Row[]): Command {
  return addSection(program.command(name).description(what), 'Examples', examples)
}

export function addSection(command: Command, title: string, rows: readonly Row[]): Command {
  const width = rows.reduce((most, [text]) => Math.max(most, text.length), 0)
  const lines = rows.map(([text, what]) => `  ${text.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', () => ['', `${title}:`, ...linesFor(process.stdout, lines)].join('\n'))
}

const formats = ['json', 'markdown'] as const
type Format = (typeof formats)[number]

/**
 * Adds `--json` (and `--markdown`) with their descriptions, and `-o`, which selects one of them. `selectFormat`
 * applies it.
 */
export function addFormats(
  command: Command,
  json: string,
  others: Readonly<Partial<Record<Format, string>>> = {},
): Command {
  const offered = Object.entries({ json, ...others })
  const names = offered.map(([name]) => name)
  for (const [name, what] of offered)
    command.addOption(new Option(`--${name}`, what).conflicts(names.filter((other) => other !== name)))
  return command.addOption(
    new Option(
      '-o, --output <format>',
      'Set the format of the output; -o json is the same as --json.',
    ).choices(['text', ...names]),
  )
}

/** Turns the format of `-o` into the option of that name. */
export function selectFormat(command: Command): void {
  const { output, ...options } = command.opts<{ output?: string } & Partial<Record<Format, true>>>()
  if (output === undefined) return
  const other = formats.find((format) => options[format] === true && format !== output)
  if (other !== undefined)
    command.error(`error: option '--${other}' cannot be used with option '-o ${output}'`)
  const chosen = formats.find((format) => format === output)
  if (chosen !== undefined) command.setOptionValue(chosen, true)
}

/** The option that skips every confirmation. */
export const yes = ['-y, --yes', 'Do not ask on a terminal.'] as const

export async function exitWith(command: Promise<number>): Promise<never> {
  return process.exit(await command)
}

/** Collects the values of an option that may be repeated or contain several, separated by commas. */
export function collect(value: string, all: string[] = []): string[] {
  return [...all, ...value.split(',').filter(Boolean)]
}

/** A whole number of at least 1; throws commander's error for other text. */
export function toCount(value: string): number {
  const count = /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (count < 1) throw new InvalidArgumentError('It must be a whole number of at least 1.')
  return count
}

/** Collects language codes in any spelling. */
export function collectLanguages(value: string, all: string[] = []): string[] {
  return collect(value, all).map(readLanguageCode)
}

export type AskingOptions = { json?: boolean; yes?: boolean }

/** Whether the command can ask a user at a terminal first. */
export function mayAsk({ json, yes: agrees }: AskingOptions): boolean {
  return !json && !agrees && process.stdin.isTTY && process.stderr.isTTY
}

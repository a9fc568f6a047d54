import type { Command } from 'commander'
import { readLanguageCode } from '../../contracts/language-code.ts'
import { linesFor } from '../terminal/wrap.ts'

type Row = readonly [text: string, what: string]

/** Adds a verb with worked examples below its help. */
export function addVerb(program: Command, name: string, what: string, examples: readonly Row[]): Command {
  return addSection(program.command(name).description(what), 'Examples', examples)
}

export function addSection(command: Command, title: string, rows: readonly Row[]): Command {
  const width = rows.reduce((most, [text]) => Math.max(most, text.length), 0)
  const lines = rows.map(([text, what]) => `  ${text.padEnd(width)}  ${what}`.trimEnd())
  return command.addHelpText('after', () => ['', `${title}:`, ...linesFor(process.stdout, lines)].join('\n'))
}

export async function exitWith(command: Promise<number>): Promise<never> {
  return process.exit(await command)
}

/** Collects the values of an option that may be repeated or contain several, separated by commas. */
export function collect(value: string, all: string[] = []): string[] {
  return [...all, ...value.split(',').filter(Boolean)]
}

/** Collects language codes in any spelling. */
export function collectLanguages(value: string, all: string[] = []): string[] {
  return collect(value, all).map(readLanguageCode)
}

export type AskingOptions = { json?: boolean; yes?: boolean }

/** Whether the command can ask a user at a terminal first. */
export function mayAsk({ json, yes }: AskingOptions): boolean {
  return !json && !yes && process.stdin.isTTY && process.stderr.isTTY
}

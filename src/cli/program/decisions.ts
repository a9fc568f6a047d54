import { Argument, type Command, Option } from 'commander'
import { readLanguageCode } from '../../contracts/language-code.ts'
import { conflictFields, decisionKinds } from '../../core/decisions/filter-words.ts'
import { choices, meaningOf } from '../../core/decisions/decision.ts'
import type { FilterOptions } from '../shared/decision-filter.ts'
import {
  addCommand,
  addFormats,
  addSection,
  collectLanguages,
  exitWith,
  mayAsk,
  yes,
  type AskingOptions,
} from './command.ts'

const gtin = '4006381333931'

/** Adds the commands that list open decisions, and those that decide about one record or many. */
export function addDecisionCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const decisions = addCommand(
    program,
    'decisions',
    'List the records that need a decision, and pending decisions.',
    [
      ['product-mirror decisions', 'the editor’s and the partner’s version, and the commands to choose one'],
      ['product-mirror decisions --kind conflict --language de-de', 'some of them'],
    ],
  )
  addFormats(addFilter(decisions), 'Print one JSON object, with all three versions of each field.').action(
    async (options: FilterOptions & { json?: boolean }) => {
      const { printDecisions } = await import('../commands/decisions.ts')
      await exitWith(printDecisions(env, options))
    },
  )

  const resolve = addCommand(program, 'resolve', 'Decide about one record, or with --all about many.', [
    [`product-mirror resolve ${gtin} de-de keep`, 'the editor’s text stays'],
    [`product-mirror resolve ${gtin} de-de hold --reason "new photo on Monday"`, ''],
    ['product-mirror resolve --all overwrite --language de-de', 'shows how many, and asks'],
    ['product-mirror resolve --all keep --run 2026-11-20-3 -y', 'without asking'],
  ])
    .argument('[gtin]', 'The product.')
    .argument('[language]', 'The language of the record.', readLanguageCode)
    .addArgument(withWords(new Argument('[choice]', 'What to do.'), choices))
    .addOption(withWords(new Option('--all <choice>', 'Decide about all records that match.'), choices))
  addFilter(resolve)
    .option('--reason <text>', 'Give the reason of a hold, which is shown with it.')
    .option(...yes)
  addFormats(resolve, 'Print one JSON object. Do not ask.').action(
    async (...[product, language, choice, options, command]: ResolveArguments) => {
      const { all, yes: agrees, kind, language: codes, run, field, ...rest } = options
      if (all === undefined) {
        assertNoFilter(command, { kind, language: codes, run, field, yes: agrees })
        const { resolveNow } = await import('../commands/resolve.ts')
        const record = {
          gtin: given(command, 'gtin', product),
          language: given(command, 'language', language),
        }
        return exitWith(resolveNow(env, { ...record, choice: given(command, 'choice', choice), ...rest }))
      }
      if (product !== undefined) command.error("error: option '--all' decides about many records; name none")
      const { resolveAll } = await import('../commands/resolve-many.ts')
      return exitWith(resolveAll(env, { ...options, all, asks: mayAsk(options) }))
    },
  )
  addSection(
    resolve,
    'Choices',
    choices.map((choice) => [choice, meaningOf[choice]]),
  )
}

type ResolveOptions = FilterOptions & AskingOptions & { all?: string; reason?: string }
type ResolveArguments = [
  gtin: string | undefined,
  language: string | undefined,
  choice: string | undefined,
  options: ResolveOptions,
  command: Command,
]

function addFilter(command: Command): Command {
  return command
    .addOption(withWords(new Option('--kind <kind>', 'Include only records of this kind.'), decisionKinds))
    .option('--language <code>', 'Include only this language. May be repeated.', collectLanguages)
    .option('--run <run>', 'Include only what this run found, or what was undone with it.')
    .addOption(
      withWords(
        new Option('--field <field>', 'Include only conflicts in this field and no other.'),
        conflictFields,
      ),
    )
}

/** Only help and completion use the words; the command itself rejects a wrong one. */
function withWords<T extends Argument | Option>(declared: T, words: readonly string[]): T {
  declared.choices(words).argParser((value: string) => value)
  return declared
}

function given(command: Command, name: string, value: string | undefined): string {
  return value ?? command.error(`error: missing required argument '${name}'`)
}

function assertNoFilter(command: Command, options: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) ?? []
  if (name !== undefined) command.error(`error: option '--${name}' is allowed only with --all`)
}

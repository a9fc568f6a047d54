import { Argument, type Command, Option } from 'commander'
import { choices, meaningOf } from '../../core/decisions/decision.ts'
import { addSection, addVerb, exitWith } from './verb.ts'

const gtin = '4006381333931'

/** Adds the verbs that show the state of the mirror and those that decide about records. */
export function addRecordVerbs(program: Command, env: NodeJS.ProcessEnv): void {
  addVerb(program, 'status', 'print what needs attention, the size of the mirror and the last runs', [
    ['product-mirror status', 'an overview'],
    ['product-mirror status --failing', 'which records fail, and why'],
    ['product-mirror status --json | jq .heldRuns', 'held plans, for a program'],
  ])
    .option('--failing', 'list the records that failed in the last run or are in quarantine')
    .option('--unused-media', 'list the files that no page shows any more')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean; failing?: boolean; unusedMedia?: boolean }) => {
      const { printStatus } = await import('../commands/status.ts')
      await exitWith(printStatus(env, options))
    })

  addVerb(program, 'retry', 'release all records from quarantine, or those named', [
    ['product-mirror retry', 'all; the next run fetches them'],
    [`product-mirror retry ${gtin} de-de`, 'one record'],
  ])
    .argument('[gtin]', 'only this product')
    .argument('[language]', 'only in this language')
    .action(async (product?: string, language?: string) => {
      const { retryRecords } = await import('../commands/retry.ts')
      await exitWith(retryRecords(env, product, language))
    })

  addVerb(program, 'decisions', 'list the records that need a decision, and pending decisions', [
    ['product-mirror decisions', 'the texts of editor and partner, and the commands to choose one'],
  ])
    .option('--json', 'print one JSON object, with all three texts of each field')
    .action(async (options: { json?: boolean }) => {
      const { printDecisions } = await import('../commands/decisions.ts')
      await exitWith(printDecisions(env, options))
    })

  const resolve = addVerb(program, 'resolve', 'decide about one record', [
    [`product-mirror resolve ${gtin} de-de keep`, 'the editor’s text stays'],
    [`product-mirror resolve ${gtin} de-de hold --reason "new photo on Monday"`, ''],
  ])
    .argument('<gtin>', 'the product')
    .argument('<language>', 'in this language')
    .addArgument(choiceArgument())
    .option('--reason <text>', 'why it is held; shown with the hold')
    .option('--json', 'print one JSON object')
    .action(async (...[product, language, choice, options]: ResolveArguments) => {
      const { resolveNow } = await import('../commands/resolve.ts')
      await exitWith(resolveNow(env, { gtin: product, language, choice, ...options }))
    })
  addSection(
    resolve,
    'Choices',
    choices.map((choice) => [choice, meaningOf[choice]]),
  )

  addVerb(program, 'history', 'print the changes and errors of a product in the last 90 days', [
    [`product-mirror history ${gtin} de-de`, 'one record'],
  ])
    .argument('<gtin>', 'the product')
    .argument('[language]', 'only in this language')
    .option('--json', 'print one JSON object')
    .action(async (product: string, language: string | undefined, options: { json?: boolean }) => {
      const { printHistory } = await import('../commands/history.ts')
      await exitWith(printHistory(env, { gtin: product, language, ...options }))
    })

  addVerb(program, 'preview', 'print a record’s page as the next run would write it', [
    [`product-mirror preview ${gtin} de-de`, 'read it in the terminal; nothing is written'],
    [`product-mirror preview ${gtin} de-de --out page.html`, 'open it in a browser'],
  ])
    .argument('<gtin>', 'the product')
    .argument('<language>', 'in this language')
    .option('--out <file>', 'write it to a file; a name ending in .html gets an HTML page')
    .addOption(new Option('--html', 'as a standalone HTML page').conflicts('markup'))
    .option('--markup', 'as the block markup for the CMS')
    .action(async (product: string, language: string, options: PreviewOptions) => {
      const { previewRecord } = await import('../commands/preview.ts')
      await exitWith(previewRecord(env, { gtin: product, language, ...options }))
    })

  addVerb(program, 'doctor', 'check configuration, Redis, partner and CMS, with remedies', [
    ['product-mirror doctor && product-mirror plan', 'before the first run'],
  ])
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const { runDoctor } = await import('../commands/doctor.ts')
      await exitWith(runDoctor(env, options))
    })
}

type ResolveArguments = [string, string, string, { reason?: string; json?: boolean }]
type PreviewOptions = { out?: string; html?: boolean; markup?: boolean }

/** Its choices serve help and completion; the verb itself rejects a wrong one. */
function choiceArgument(): Argument {
  return new Argument('<choice>', 'what to do').choices(choices).argParser((value: string) => value)
}

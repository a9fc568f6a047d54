import { Argument, type Command, Option } from 'commander'
import { choices, meaningOf } from '../../core/decisions/decision.ts'
import { withExamples } from './examples.ts'

const gtin = '4006381333931'

const resolveChoices = `
Choices:
${choices.map((choice) => `  ${choice.padEnd(10)} ${meaningOf[choice]}`).join('\n')}`

/** Adds the verbs that show the state of the mirror and those that decide about records. */
export function addRecordVerbs(program: Command, env: NodeJS.ProcessEnv): void {
  const verb = (name: string, what: string): Command => program.command(name).description(what)

  withExamples(
    verb('status', 'print what needs attention, the last runs and the size of the mirror, on one screen')
      .option('--failing', 'list the records that fail in every run, and those in quarantine')
      .option('--json', 'print one JSON object')
      .action(async (options: { json?: boolean; failing?: boolean }) => {
        const { printStatus } = await import('../commands/status.ts')
        process.exit(await printStatus(env, options))
      }),
    [
      ['product-mirror status', 'an overview'],
      ['product-mirror status --failing', 'which records fail, and why'],
      ['product-mirror status --json | jq .heldRuns', 'held plans, for a program'],
    ],
  )

  withExamples(
    verb('retry', 'release records from quarantine, so that the next run fetches them: all, or those named')
      .argument('[gtin]', 'only this product')
      .argument('[language]', 'only in this language')
      .action(async (product?: string, language?: string) => {
        const { retryRecords } = await import('../commands/retry.ts')
        process.exit(await retryRecords(env, product, language))
      }),
    [
      ['product-mirror retry', 'all'],
      [`product-mirror retry ${gtin} de-de`, 'one record'],
    ],
  )

  withExamples(
    verb(
      'decisions',
      'list what needs a decision: pages that editor and partner both changed, held versions, holds',
    )
      .option('--json', 'print one JSON object, with all three texts of each field')
      .action(async (options: { json?: boolean }) => {
        const { printDecisions } = await import('../commands/decisions.ts')
        process.exit(await printDecisions(env, options))
      }),
    [['product-mirror decisions', 'the texts of editor and partner, and the commands to choose one']],
  )

  withExamples(
    verb('resolve', 'decide about one record')
      .argument('<gtin>', 'the product')
      .argument('<language>', 'in this language')
      .addArgument(choiceArgument())
      .option('--reason <text>', 'why it is held; shown with the hold')
      .option('--json', 'print one JSON object')
      .addHelpText('after', resolveChoices)
      .action(
        async (
          product: string,
          language: string,
          choice: string,
          options: { reason?: string; json?: boolean },
        ) => {
          const { resolveNow } = await import('../commands/resolve.ts')
          process.exit(await resolveNow(env, { gtin: product, language, choice, ...options }))
        },
      ),
    [
      [`product-mirror resolve ${gtin} de-de keep`, 'the editor’s text stays'],
      [`product-mirror resolve ${gtin} de-de hold --reason "new photo on Monday"`, ''],
    ],
  )

  withExamples(
    verb('history', 'print the changes and errors of a product in the last 90 days')
      .argument('<gtin>', 'the product')
      .argument('[language]', 'only in this language')
      .option('--json', 'print one JSON object')
      .action(async (product: string, language: string | undefined, options: { json?: boolean }) => {
        const { printHistory } = await import('../commands/history.ts')
        process.exit(await printHistory(env, { gtin: product, language, ...options }))
      }),
    [[`product-mirror history ${gtin} de-de`, 'one record']],
  )

  withExamples(
    verb('preview', 'print a record’s page as the next run would write it; sends nothing to the CMS')
      .argument('<gtin>', 'the product')
      .argument('<language>', 'in this language')
      .option('--out <file>', 'write it to a file; a name ending in .html gets an HTML page')
      .addOption(new Option('--html', 'as a standalone HTML page').conflicts('markup'))
      .option('--markup', 'as the block markup for the CMS')
      .action(
        async (
          product: string,
          language: string,
          options: { out?: string; html?: boolean; markup?: boolean },
        ) => {
          const { previewRecord } = await import('../commands/preview.ts')
          process.exit(await previewRecord(env, { gtin: product, language, ...options }))
        },
      ),
    [
      [`product-mirror preview ${gtin} de-de`, 'read it in the terminal'],
      [`product-mirror preview ${gtin} de-de --out page.html`, 'open it in a browser'],
    ],
  )

  withExamples(
    verb('doctor', 'check configuration, Redis, partner and CMS, with remedies')
      .option('--json', 'print one JSON object')
      .action(async (options: { json?: boolean }) => {
        const { runDoctor } = await import('../commands/doctor.ts')
        process.exit(await runDoctor(env, options))
      }),
    [['product-mirror doctor && product-mirror plan', 'before the first run']],
  )
}

/** Lists its values for help and completion; the verb itself reports a wrong one. */
function choiceArgument(): Argument {
  return new Argument('<choice>', 'what to do').choices(choices).argParser((value: string) => value)
}

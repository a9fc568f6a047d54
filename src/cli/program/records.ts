import { type Command, Option } from 'commander'
import { readLanguageCode } from '../../contracts/language-code.ts'
import { addDecisionVerbs } from './decisions.ts'
import { addVerb, exitWith } from './verb.ts'

const gtin = '4006381333931'

type StatusOptions = { check?: boolean; json?: boolean; failing?: boolean; unusedMedia?: boolean }

/** Adds the verbs that show the state of the mirror and those that decide about records. */
export function addRecordVerbs(program: Command, env: NodeJS.ProcessEnv): void {
  addVerb(program, 'status', 'print what needs attention, the size of the mirror and the last runs', [
    ['product-mirror status', 'an overview'],
    ['product-mirror status --failing', 'which records fail, and why'],
    ['product-mirror status --check', 'one line and an exit code, for cron and monitoring'],
    ['product-mirror status --json | jq .heldRuns', 'held plans, for a program'],
  ])
    .option('--failing', 'list the records that failed in the last run or are in quarantine')
    .option('--unused-media', 'list the files that no page shows any more')
    .addOption(
      new Option(
        '--check',
        'print one line; the exit code is that of the worst problem, 0 if all is well',
      ).conflicts(['failing', 'unusedMedia']),
    )
    .option('--json', 'print one JSON object')
    .action(async ({ check, ...options }: StatusOptions) => {
      const { overMirrors } = await import('../shared/choose-mirror.ts')
      if (check) {
        const { checkStatus } = await import('../commands/check-status.ts')
        return exitWith(overMirrors(env, false, (one, mirror) => checkStatus(one, { ...options, mirror })))
      }
      const { printStatus } = await import('../commands/status.ts')
      await exitWith(overMirrors(env, options.json !== true, (one) => printStatus(one, options)))
    })

  addVerb(program, 'retry', 'release all records from quarantine, or those named', [
    ['product-mirror retry', 'all; the next run fetches them'],
    [`product-mirror retry ${gtin} de-de`, 'one record'],
  ])
    .argument('[gtin]', 'only this product')
    .argument('[language]', 'only in this language', readLanguageCode)
    .action(async (product?: string, language?: string) => {
      const { retryRecords } = await import('../commands/retry.ts')
      await exitWith(retryRecords(env, product, language))
    })

  addDecisionVerbs(program, env)

  addVerb(program, 'history', 'print the changes and errors of a product in the last 90 days', [
    [`product-mirror history ${gtin} de-de`, 'one record'],
  ])
    .argument('<gtin>', 'the product')
    .argument('[language]', 'only in this language', readLanguageCode)
    .option('--json', 'print one JSON object')
    .action(async (product: string, language: string | undefined, options: { json?: boolean }) => {
      const { printHistory } = await import('../commands/history.ts')
      await exitWith(printHistory(env, { gtin: product, language, ...options }))
    })

  addVerb(program, 'preview', 'print a record’s page as the next run would write it', [
    [`product-mirror preview ${gtin} de-de`, 'read it in the terminal; nothing is written'],
    [`product-mirror preview ${gtin} de-de --open`, 'compare it with the current page in a browser'],
    [`product-mirror preview ${gtin} de-de --out page.html`, 'save it as an HTML page'],
  ])
    .argument('<gtin>', 'the product')
    .argument('<language>', 'in this language', readLanguageCode)
    .option('--out <file>', 'write it to a file; a name ending in .html gets an HTML page')
    .addOption(new Option('--html', 'as a standalone HTML page').conflicts('markup'))
    .option('--markup', 'as the block markup for the CMS')
    .addOption(
      new Option(
        '--open',
        'show the page before and after in a browser; without a terminal, print the file',
      ).conflicts(['out', 'html', 'markup']),
    )
    .action(async (product: string, language: string, options: PreviewOptions) => {
      const { previewRecord } = await import('../commands/preview.ts')
      await exitWith(previewRecord(env, { gtin: product, language, ...options }))
    })

  addVerb(program, 'doctor', 'check configuration, Redis, partner and CMS, with remedies', [
    ['product-mirror doctor && product-mirror plan', 'before the first run'],
  ])
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const { overMirrors } = await import('../shared/choose-mirror.ts')
      const { runDoctor } = await import('../commands/doctor.ts')
      await exitWith(overMirrors(env, options.json !== true, (one) => runDoctor(one, options)))
    })
}

type PreviewOptions = { out?: string; html?: boolean; markup?: boolean; open?: boolean }

import { type Command, Option } from 'commander'
import { readLanguageCode } from '../../contracts/language-code.ts'
import type { DoctorOptions } from '../commands/doctor/doctor.ts'
import type { ListRunsOptions } from '../commands/list-runs.ts'
import { addDecisionCommands } from './decisions.ts'
import { shownStates } from '../../core/run/run-states.ts'
import { compact } from '../../lib/compact.ts'
import { addCommand, addFormats, collect, exitWith } from './command.ts'
import type { GlobalOptions } from './global-options.ts'

const gtin = '4006381333931'
const object = 'Print one JSON object.'

type StatusOptions = { check?: boolean; json?: boolean; failing?: boolean; unusedMedia?: boolean }

/** Adds the commands that show the state of the mirror and those that decide about records. */
export function addRecordCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const status = addCommand(
    program,
    'status',
    'Print what needs attention, the size of the mirror and the last runs.',
    [
      ['product-mirror status', 'an overview'],
      ['product-mirror status --failing', 'which records fail, and why'],
      ['product-mirror status --check', 'one line and an exit code, for cron and monitoring'],
      ['product-mirror status --json | jq .heldRuns', 'held plans, for a program'],
    ],
  )
    .option('--failing', 'List the records that failed in the last run or are in quarantine.')
    .option('--unused-media', 'List the files that no page shows any more.')
    .addOption(
      new Option(
        '--check',
        'Print one line. The exit code is that of the worst problem, 0 if all is well.',
      ).conflicts(['failing', 'unusedMedia']),
    )
  addFormats(status, object).action(async ({ check, ...options }: StatusOptions) => {
    const { overMirrors } = await import('../shared/choose-mirror.ts')
    if (check) {
      const { checkStatus } = await import('../commands/check-status.ts')
      return exitWith(overMirrors(env, false, (one, mirror) => checkStatus(one, { ...options, mirror })))
    }
    const { printStatus } = await import('../commands/status.ts')
    await exitWith(overMirrors(env, options.json !== true, (one) => printStatus(one, options)))
  })

  const runs = addCommand(program, 'runs', 'List the last runs, the newest first.', [
    ['product-mirror runs', 'the last 20'],
    ['product-mirror runs --state held,failed', 'those that need attention'],
    ['product-mirror runs -o json --limit 100 | jq ".runs[].seconds"', 'how long they took, for a program'],
  ])
    .option('--limit <count>', 'Print at most this number of runs, 1 to 100000 (default 20).')
    .addOption(
      new Option('--state <state>', 'Include only runs in this state. May be repeated.')
        .choices(shownStates)
        // The command itself rejects a wrong word.
        .argParser(collect),
    )
  addFormats(runs, object).action(async (options: ListRunsOptions) => {
    const { listRuns } = await import('../commands/list-runs.ts')
    await exitWith(listRuns(env, options))
  })

  addCommand(program, 'retry', 'Release records from quarantine, so that the next run fetches them again.', [
    ['product-mirror retry', 'all records in quarantine'],
    [`product-mirror retry ${gtin} de-de`, 'one record'],
  ])
    .argument('[gtin]', 'Release only this product.')
    .argument('[language]', 'Release it only in this language.', readLanguageCode)
    .action(async (product?: string, language?: string) => {
      const { retryRecords } = await import('../commands/retry.ts')
      await exitWith(retryRecords(env, product, language))
    })

  addDecisionCommands(program, env)

  const history = addCommand(
    program,
    'history',
    'Print the changes and errors of a product in the last 90 days.',
    [[`product-mirror history ${gtin} de-de`, 'one record']],
  )
    .argument('<gtin>', 'The product.')
    .argument('[language]', 'Only in this language.', readLanguageCode)
  addFormats(history, object).action(
    async (product: string, language: string | undefined, options: { json?: boolean }) => {
      const { printHistory } = await import('../commands/history.ts')
      await exitWith(printHistory(env, { gtin: product, language, ...options }))
    },
  )

  addCommand(program, 'preview', 'Print a record’s page as the next run would write it.', [
    [`product-mirror preview ${gtin} de-de`, 'read it in the terminal; nothing is written'],
    [`product-mirror preview ${gtin} de-de --open`, 'compare it with the current page in a browser'],
    [`product-mirror preview ${gtin} de-de --out page.html`, 'save it as an HTML page'],
  ])
    .argument('<gtin>', 'The product.')
    .argument('<language>', 'The language of the record.', readLanguageCode)
    .option('--out <file>', 'Write it to a file, as an HTML page if its name ends in .html.')
    .addOption(new Option('--html', 'Print it as a standalone HTML page.').conflicts('markup'))
    .option('--markup', 'Print it as the block markup for the CMS.')
    .addOption(
      new Option(
        '--open',
        'Show the page before and after in a browser. Without a terminal, print the name of the file.',
      ).conflicts(['out', 'html', 'markup']),
    )
    .action(async (product: string, language: string, options: PreviewOptions) => {
      const { previewRecord } = await import('../commands/preview.ts')
      await exitWith(previewRecord(env, { gtin: product, language, ...options }))
    })

  const doctor = addCommand(
    program,
    'doctor',
    'Check configuration, Redis, partner and CMS, and name remedies.',
    [['product-mirror doctor && product-mirror plan', 'before the first run']],
  )
  addFormats(doctor, object).action(async ({ json }: { json?: boolean }, command: Command) => {
    const { overMirrors } = await import('../shared/choose-mirror.ts')
    const { runDoctor } = await import('../commands/doctor/doctor.ts')
    const { envFile } = command.optsWithGlobals<GlobalOptions>()
    const options: DoctorOptions = compact({ json, envFile })
    await exitWith(overMirrors(env, json !== true, (one) => runDoctor(one, options)))
  })
}

type PreviewOptions = { out?: string; html?: boolean; markup?: boolean; open?: boolean }

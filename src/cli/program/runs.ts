import { type Command, Option } from 'commander'
import { approvedParts, readPart, type PartRequest } from '../../core/plan/approved-parts.ts'
import type { SyncOptions } from '../commands/begin.ts'
import type { Approves } from '../shared/confirm.ts'
import { readLanguageCode } from '../../contracts/language-code.ts'
import { compact } from '../../lib/compact.ts'
import {
  addCommand,
  addFormats,
  collect,
  collectLanguages,
  exitWith,
  mayAsk,
  toCount,
  yes,
  type AskingOptions as Asking,
} from './command.ts'

const verbose = [
  '-v, --verbose',
  'Log every job, and print the whole report without a terminal, too.',
] as const
const gtinOption = ['--gtin <gtin>', 'Include only this product. May be repeated.', collect] as const
const languageOption = [
  '--language <code>',
  'Include only this language. May be repeated.',
  collectLanguages,
] as const
const report = 'Print the report as one JSON object.'
const reportOnly = `${report} Do not ask.`

type PlanOptions = {
  gtin?: string[]
  language?: string[]
  json?: boolean
  markdown?: boolean
  verbose?: boolean
}
type AskingOptions = Asking & { verbose?: boolean }
type ApproveOptions = AskingOptions & PartRequest

const runExample = '2026-11-20-3'
const runHelp = `The id of the run, such as ${runExample}.`

/** Adds the commands that start a run or end one. */
export function addRunCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const sync = async (options: SyncOptions): Promise<void> => {
    const { syncOnce } = await import('../commands/sync.ts')
    await syncOnce(env, options)
  }

  const syncing = addCommand(program, 'sync', 'Run once now, and print the report.', [
    ['product-mirror sync', 'the whole mirror'],
    ['product-mirror sync --gtin 4006381333931', 'one product in all its languages'],
    ['product-mirror sync --language de-de,fr-fr -o json', 'two languages; the report for a program'],
    ['product-mirror sync --quiet', 'only errors and the exit code, for cron'],
  ])
    .option(...gtinOption)
    .option(...languageOption)
  addFormats(syncing, report)
    .option('--rewrite', 'Write every page again, even those without a change. The plan is held.')
    .option('--approve', 'Apply the plan even if a guard would hold it.')
    .option(...verbose)
    .action((options: Omit<SyncOptions, 'kind'>) => sync({ ...options, kind: 'sync' }))

  const planning = addCommand(program, 'plan', 'Print what a sync would do (a dry run), or a waiting plan.', [
    ['product-mirror plan', 'every change, field by field; nothing is written'],
    ['FORCE_COLOR=1 product-mirror plan | less -R', 'a long plan, page by page'],
    ['product-mirror plan --markdown > plan.md', 'to share'],
    [`product-mirror plan ${runExample}`, 'a waiting plan'],
    [`product-mirror approve ${runExample}`, 'then applies exactly this plan'],
  ])
    .argument('[run]', `The id of a run whose waiting plan is printed, such as ${runExample}.`)
    .option(...gtinOption)
    .option(...languageOption)
  addFormats(planning, 'Print the plan as one JSON object.', { markdown: 'Print the plan as Markdown.' })
    .option(...verbose)
    .action(async (run: string | undefined, options: PlanOptions, command: Command) => {
      const { json, markdown, gtin, language, verbose: isVerbose } = options
      const scope: Partial<SyncOptions> = compact({ gtin, language })
      const format = json ? 'json' : markdown ? 'markdown' : undefined
      const wanted: Partial<SyncOptions> = compact({ format, verbose: isVerbose })
      if (run === undefined) return sync({ ...scope, kind: 'plan', ...wanted })
      if (Object.keys(scope).length > 0)
        command.error("error: options '--gtin' and '--language' are for a new plan, without a run")
      const { showPlan } = await import('../commands/show-plan.ts')
      return exitWith(showPlan(env, run, format ?? 'text'))
    })

  const approving = addCommand(program, 'approve', 'Apply exactly the plan of a held run or of a dry run.', [
    ['product-mirror approve', 'shows the waiting plan and asks'],
    [`product-mirror approve ${runExample} -y`, 'without asking'],
    [`product-mirror approve ${runExample} --sample 5`, 'five records; the rest waits as a separate run'],
    [`product-mirror approve ${runExample} --only updates`, 'one kind of change; also --language, --pattern'],
  ])
    .argument('[run]', `${runHelp} On a terminal, the waiting plan if omitted.`)
    .addOption(new Option('--only <part>', 'Apply only this kind of change.').choices(approvedParts))
    .option(
      '--sample <n>',
      'Apply only this number of records, with every pattern if they are enough.',
      toCount,
    )
    .option('--language <code>', 'Apply only the records in this language.', readLanguageCode)
    .option('--pattern <n>', 'Apply only this pattern of the plan, by its number in the list.', toCount)
    .option(...yes)
  addFormats(approving, reportOnly)
    .option(...verbose)
    .action((run: string | undefined, options: ApproveOptions, command: Command) => {
      const asks = mayAsk(options)
      // A script must name the plan.
      if (run === undefined && !asks)
        command.error(
          "error: missing required argument 'run': name the plan; product-mirror status lists them",
        )
      const read = readPart(options)
      if (!read.ok) {
        const given = read.several.map((name) => `'--${name}'`).join(', ')
        command.error(`error: options ${given} cannot be used together: an approval has one part`)
      }
      const approves: Approves = compact({ asks, runId: run, part: read.part })
      return sync({ kind: 'sync', approves, ...shownAs(options) })
    })

  addCommand(program, 'cancel', 'Cancel an active run, or discard a waiting plan.', [
    [`product-mirror cancel ${runExample}`, 'nothing more of its plan is written'],
  ])
    .argument('<run>', runHelp)
    .action(async (run: string) => {
      const { cancelNow } = await import('../commands/cancel.ts')
      await exitWith(cancelNow(env, run))
    })

  const verifying = addCommand(
    program,
    'verify',
    'Compare the CMS with the snapshots, and list every difference.',
    [
      ['product-mirror verify', 'no output and exit code 0 if nothing differs'],
      ['product-mirror verify --repair', 'also repairs'],
    ],
  ).option('--repair', 'Repair missing and stale pages, and trash duplicates without edits.')
  addFormats(verifying, report)
    .option(...verbose)
    .action((options: { json?: boolean; repair?: boolean; verbose?: boolean }) =>
      sync({ ...options, kind: 'verify' }),
    )

  const undoing = addCommand(
    program,
    'undo',
    'Restore what a run of the last 30 days changed, except for later edits.',
    [
      [`product-mirror undo ${runExample}`, 'pages edited since stay unchanged'],
      ['product-mirror decisions', 'the restored records, and how to release them'],
    ],
  )
    .argument('<run>', runHelp)
    .option(...yes)
  addFormats(undoing, reportOnly)
    .option(...verbose)
    .action((undoes: string, options: AskingOptions) => {
      return sync({ kind: 'undo', undoes, asks: mayAsk(options), ...shownAs(options) })
    })

  const rebuilding = addCommand(
    program,
    'rebuild',
    'Rebuild the snapshots from the CMS after Redis data loss.',
    [['product-mirror rebuild', 'writes nothing to the CMS; then run product-mirror plan']],
  )
  addFormats(rebuilding, report)
    .option(...verbose)
    .action((options: { json?: boolean; verbose?: boolean }) => sync({ ...options, kind: 'rebuild' }))
}

function shownAs({ json, verbose: isVerbose }: AskingOptions) {
  return compact({ json, verbose: isVerbose })
}

import { type Command, Option } from 'commander'
import { approvedParts, type ApprovedPart } from '../../core/plan/approved-parts.ts'
import type { SyncOptions } from '../commands/begin.ts'
import type { Approves } from '../shared/confirm.ts'
import { addVerb, collect, collectLanguages, exitWith, mayAsk, type AskingOptions as Asking } from './verb.ts'
import { compact } from '../../lib/compact.ts'

const verbose = ['-v, --verbose', 'log every job, and print the whole report without a terminal too'] as const

type PlanOptions = {
  gtin?: string[]
  language?: string[]
  json?: boolean
  markdown?: boolean
  verbose?: boolean
}
type AskingOptions = Asking & { verbose?: boolean }
type ApproveOptions = AskingOptions & { only?: ApprovedPart }

const runExample = '2026-11-20-3'
const runHelp = `the run’s id, such as ${runExample}`

/** Adds the verbs that start a run or end one. */
export function addRunVerbs(program: Command, env: NodeJS.ProcessEnv): void {
  const sync = async (options: SyncOptions): Promise<void> => {
    const { syncOnce } = await import('../commands/sync.ts')
    await syncOnce(env, options)
  }

  addVerb(program, 'sync', 'run once now and print the report', [
    ['product-mirror sync', 'the whole mirror'],
    ['product-mirror sync --gtin 4006381333931', 'one product in all its languages'],
    ['product-mirror sync --language de-de,fr-fr --json', 'two languages; the report for a program'],
  ])
    .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
    .option('--language <code>', 'only this language (may be repeated)', collectLanguages)
    .option('--json', 'print the report as one JSON object')
    .option('--rewrite', 'write every page again, even those without a change; the plan is held')
    .option('--approve', 'apply the plan even if a guard would hold it')
    .option(...verbose)
    .action((options: Omit<SyncOptions, 'kind'>) => sync({ ...options, kind: 'sync' }))

  addVerb(program, 'plan', 'dry run: print what a sync would do, or a waiting plan', [
    ['product-mirror plan', 'every change, field by field; nothing is written'],
    ['FORCE_COLOR=1 product-mirror plan | less -R', 'a long plan, page by page'],
    ['product-mirror plan --markdown > plan.md', 'to share'],
    [`product-mirror plan ${runExample}`, 'a waiting plan'],
    [`product-mirror approve ${runExample}`, 'then applies exactly this plan'],
  ])
    .argument('[run]', `print the waiting plan of this run, such as ${runExample}`)
    .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
    .option('--language <code>', 'only this language (may be repeated)', collectLanguages)
    .addOption(new Option('--json', 'print the plan as one JSON object').conflicts('markdown'))
    .option('--markdown', 'print the plan as Markdown')
    .option(...verbose)
    .action(async (run: string | undefined, options: PlanOptions, command: Command) => {
      const { json, markdown, verbose: isVerbose, ...scope } = options
      const format = json ? 'json' : markdown ? 'markdown' : undefined
      const wanted: Partial<SyncOptions> = compact({ format, verbose: isVerbose })
      if (run === undefined) return sync({ ...scope, kind: 'plan', ...wanted })
      if (Object.keys(scope).length > 0)
        command.error("error: options '--gtin' and '--language' are for a new plan, without a run")
      const { showPlan } = await import('../commands/show-plan.ts')
      return exitWith(showPlan(env, run, format ?? 'text'))
    })

  addVerb(program, 'approve', 'apply exactly the plan of a held run or of a dry run', [
    ['product-mirror approve', 'shows the waiting plan and asks'],
    [`product-mirror approve ${runExample} --yes`, 'without asking'],
    [`product-mirror approve ${runExample} --only updates`, 'the rest waits as a separate run'],
  ])
    .argument('[run]', `${runHelp}; on a terminal the waiting plan if omitted`)
    .addOption(new Option('--only <part>', 'apply only this part of the plan').choices(approvedParts))
    .option('--yes', 'do not ask on a terminal')
    .option('--json', 'print the report as one JSON object; does not ask')
    .option(...verbose)
    .action((run: string | undefined, options: ApproveOptions, command: Command) => {
      const asks = mayAsk(options)
      // A script must name the plan.
      if (run === undefined && !asks)
        command.error(
          "error: missing required argument 'run': name the plan; product-mirror status lists them",
        )
      const { only } = options
      const approves: Approves = compact({ asks, runId: run, only })
      return sync({ kind: 'sync', approves, ...shownAs(options) })
    })

  addVerb(program, 'cancel', 'cancel an active run, or discard a waiting plan', [
    [`product-mirror cancel ${runExample}`, 'nothing more of its plan is written'],
  ])
    .argument('<run>', runHelp)
    .action(async (run: string) => {
      const { cancelNow } = await import('../commands/cancel.ts')
      await exitWith(cancelNow(env, run))
    })

  addVerb(program, 'verify', 'compare the CMS with the snapshots and list every difference', [
    ['product-mirror verify', 'no output and exit code 0 if nothing differs'],
    ['product-mirror verify --repair', 'also repairs'],
  ])
    .option('--repair', 'repair missing and stale pages, and trash duplicates without edits')
    .option('--json', 'print one JSON object')
    .option(...verbose)
    .action((options: { json?: boolean; repair?: boolean; verbose?: boolean }) =>
      sync({ ...options, kind: 'verify' }),
    )

  addVerb(program, 'undo', 'restore what a run of the last 30 days changed, except later edits', [
    [`product-mirror undo ${runExample}`, 'pages edited since stay unchanged'],
    ['product-mirror decisions', 'the restored records, and how to release them'],
  ])
    .argument('<run>', runHelp)
    .option('--yes', 'do not ask on a terminal')
    .option('--json', 'print the report as one JSON object; does not ask')
    .option(...verbose)
    .action((undoes: string, options: AskingOptions) => {
      return sync({ kind: 'undo', undoes, asks: mayAsk(options), ...shownAs(options) })
    })

  addVerb(program, 'rebuild', 'rebuild the snapshots from the CMS after Redis data loss', [
    ['product-mirror rebuild', 'writes nothing to the CMS; then run product-mirror plan'],
  ])
    .option('--json', 'print the report as one JSON object')
    .option(...verbose)
    .action((options: { json?: boolean; verbose?: boolean }) => sync({ ...options, kind: 'rebuild' }))
}

function shownAs({ json, verbose: isVerbose }: AskingOptions) {
  return compact({ json, verbose: isVerbose })
}

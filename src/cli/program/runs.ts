import { type Command, Option } from 'commander'
import type { SyncOptions } from '../commands/run-options.ts'
import { withExamples } from './examples.ts'

const collect = (value: string, all: string[] = []): string[] => [...all, ...value.split(',').filter(Boolean)]

type PlanOptions = { gtin?: string[]; language?: string[]; json?: boolean; markdown?: boolean }

const runExample = '2026-11-20-3'

/** Adds the verbs that begin a run or end one. */
export function addRunVerbs(program: Command, env: NodeJS.ProcessEnv): void {
  const sync = async (options: SyncOptions): Promise<void> => {
    const { syncOnce } = await import('../commands/sync.ts')
    await syncOnce(env, options)
  }
  const verb = (name: string, what: string): Command => program.command(name).description(what)
  const runVerb = (name: string, what: string): Command =>
    verb(name, what).argument('<run>', `the run’s id, such as ${runExample}`)
  const scoped = (command: Command): Command =>
    command
      .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
      .option('--language <code>', 'only this language (may be repeated)', collect)

  withExamples(
    scoped(verb('sync', 'do one run now, wait for it and print its report'))
      .option('--json', 'print the report as one JSON object')
      .option('--approve', 'apply the plan even if a guard would hold it')
      .action((options: Omit<SyncOptions, 'kind'>) => sync({ ...options, kind: 'sync' })),
    [
      ['product-mirror sync', 'the whole mirror'],
      ['product-mirror sync --gtin 4006381333931', 'one product in all its languages'],
      ['product-mirror sync --language de-de,fr-fr --json', 'two languages; the report for a program'],
    ],
  )

  withExamples(
    scoped(
      verb('plan', 'do a dry run: print what a sync would do, write nothing; or print a plan that waits'),
    )
      .argument('[run]', `print the plan of this run again, such as ${runExample}, if it waits for approval`)
      .addOption(new Option('--json', 'print the plan as one JSON object').conflicts('markdown'))
      .option('--markdown', 'print the plan as Markdown')
      .action(async (run: string | undefined, options: PlanOptions, command: Command) => {
        const { json, markdown, ...scope } = options
        const format = json ? 'json' : markdown ? 'markdown' : undefined
        if (run === undefined) return sync({ ...scope, kind: 'plan', ...(format && { format }) })
        if (Object.keys(scope).length > 0)
          command.error("error: options '--gtin' and '--language' are for a new plan, without a run")
        const { showPlan } = await import('../commands/show-plan.ts')
        return process.exit(await showPlan(env, run, format ?? 'text'))
      }),
    [
      ['product-mirror plan', 'every change, field by field, old → new'],
      ['FORCE_COLOR=1 product-mirror plan | less -R', 'a long plan, page by page'],
      ['product-mirror plan --markdown > plan.md', 'to hand on'],
      [`product-mirror plan ${runExample}`, 'one that waits, once more'],
      [`product-mirror approve ${runExample}`, 'then applies exactly this plan'],
    ],
  )

  withExamples(
    verb('approve', 'apply exactly the plan of a held run or of a dry run')
      .argument('[run]', `the run’s id, such as ${runExample}; on a terminal the plan that waits if left out`)
      .option('--yes', 'do not ask on a terminal')
      .option('--json', 'print the report as one JSON object; does not ask')
      .action((run: string | undefined, options: { json?: boolean; yes?: boolean }, command: Command) => {
        const { json, yes } = options
        const asks = !json && !yes && process.stdin.isTTY && process.stderr.isTTY
        // A script has to say which plan it means.
        if (run === undefined && !asks)
          command.error(
            "error: missing required argument 'run': say which plan, as product-mirror status lists them",
          )
        return sync({
          kind: 'sync',
          approves: { asks, ...(run !== undefined && { runId: run }) },
          ...(json && { json }),
        })
      }),
    [
      ['product-mirror approve', 'shows the plan that waits, and asks'],
      [`product-mirror approve ${runExample} --yes`, 'asks nothing'],
    ],
  )

  withExamples(
    runVerb('cancel', 'cancel a run at work, or drop the plan of a run that waits for approval').action(
      async (run: string) => {
        const { cancelNow } = await import('../commands/cancel.ts')
        process.exit(await cancelNow(env, run))
      },
    ),
    [[`product-mirror cancel ${runExample}`, 'nothing of its plan is written any more']],
  )

  withExamples(
    verb(
      'verify',
      'compare the CMS with the snapshots: missing, edited, moved, trashed, duplicate, foreign and stale pages',
    )
      .option(
        '--repair',
        'repair what is the mirror’s to repair: missing and stale pages, duplicates nobody touched',
      )
      .option('--json', 'print one JSON object')
      .action((options: { json?: boolean; repair?: boolean }) => sync({ ...options, kind: 'verify' })),
    [
      ['product-mirror verify', 'prints nothing and ends with 0 when nothing differs'],
      ['product-mirror verify --repair', 'repairs what it may'],
    ],
  )

  withExamples(
    runVerb('undo', 'put back what a run wrote, where nobody touched it since; possible for 30 days')
      .option('--yes', 'do not ask on a terminal')
      .option('--json', 'print the report as one JSON object; does not ask')
      .action((undoes: string, { json, yes }: { json?: boolean; yes?: boolean }) => {
        const asks = !json && !yes && process.stdin.isTTY && process.stderr.isTTY
        return sync({ kind: 'undo', undoes, asks, ...(json && { json }) })
      }),
    [
      [`product-mirror undo ${runExample}`, 'pages that were edited meanwhile stay as they are'],
      ['product-mirror decisions', 'what stays put back until the partner changes it, and how to end that'],
    ],
  )

  withExamples(
    verb('rebuild', 'recompose the snapshots from the CMS after a lost Redis; writes nothing to the CMS')
      .option('--json', 'print the report as one JSON object')
      .action((options: { json?: boolean }) => sync({ ...options, kind: 'rebuild' })),
    [['product-mirror rebuild', 'then product-mirror plan shows what is left to do']],
  )
}

#!/usr/bin/env node
import { Command, Option } from 'commander'
import { runDaemon } from './main.ts'
import { runDemo } from './verbs/demo.ts'
import { runDoctor } from './verbs/doctor.ts'
import { exitCodeOfError, exitCodes } from './verbs/exit-codes.ts'
import { printStatus } from './verbs/status.ts'
import { syncOnce, type SyncOptions } from './verbs/sync.ts'

const collect = (value: string, all: string[] = []): string[] => [...all, ...value.split(',').filter(Boolean)]

const program = new Command('product-mirror')
  .description('Keeps a CMS a faithful mirror of a partner’s product data.')
  .showSuggestionAfterError()
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.badConfiguration))

program
  .command('daemon')
  .description('run the daemon: schedule, workers, dashboard')
  .action(() => runDaemon(process.env))

program
  .command('sync')
  .description('do one run now, wait for it and print its report')
  .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
  .option('--language <code>', 'only this language (may be repeated)', collect)
  .option('--json', 'print the report as one JSON object')
  .option('--approve', 'apply the plan even if a guard would hold it')
  .action((options: Omit<SyncOptions, 'kind'>) => syncOnce(process.env, { ...options, kind: 'sync' }))

program
  .command('plan')
  .description('do a dry run: print what a sync would do, write nothing')
  .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
  .option('--language <code>', 'only this language (may be repeated)', collect)
  .addOption(new Option('--json', 'print the plan as one JSON object').conflicts('markdown'))
  .option('--markdown', 'print the plan as Markdown')
  .action((options: { gtin?: string[]; language?: string[]; json?: boolean; markdown?: boolean }) => {
    const { json, markdown, ...scope } = options
    return syncOnce(process.env, {
      ...scope,
      kind: 'plan',
      ...(json ? { format: 'json' } : markdown ? { format: 'markdown' } : {}),
    })
  })

program
  .command('approve')
  .description('apply exactly the plan of a held run or of a dry run')
  .argument('<run>', 'the run’s id, such as 2026-11-20-3')
  .option('--json', 'print the report as one JSON object')
  .action((runId: string, options: { json?: boolean }) =>
    syncOnce(process.env, { ...options, kind: 'sync', runId }),
  )

program
  .command('status')
  .description('print the last runs and the size of the mirror')
  .option('--json', 'print one JSON object')
  .action(async (options: { json?: boolean }) => process.exit(await printStatus(process.env, options)))

program
  .command('doctor')
  .description('check configuration, Redis, partner and CMS, and say what to do')
  .action(async () => process.exit(await runDoctor(process.env)))

program
  .command('mock')
  .description('run the bundled server alone: both interfaces, with faults on demand')
  .option('--port <port>', 'port, 0 for any')
  .option('--gtins <count>', 'products in the catalogue')
  .option('--languages <codes>', 'language codes, separated by commas')
  .option('--seed <number>', 'the same seed makes the same products')
  .action(async (options: Record<string, string>) => {
    const { runMock } = await import('./mock/main.ts')
    await runMock(options)
  })

program
  .command('demo')
  .description('show everything on this machine: Redis, both interfaces, a first sync, the dashboard')
  .option('--once', 'end with the run; the last line is its report as JSON')
  .option('--gtins <count>', 'products in the catalogue')
  .option('--languages <codes>', 'language codes, separated by commas')
  .option('--seed <number>', 'the same seed makes the same products')
  .action((options: Record<string, string> & { once?: boolean }) => runDemo(process.env, options))

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(exitCodeOfError(error))
})

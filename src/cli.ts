#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { meaningOf } from './core/decision.ts'
import { exitCodeOfError, exitCodes } from './verbs/exit-codes.ts'
import type { SyncOptions } from './verbs/sync.ts'

// Each verb loads what it needs when it is asked for, and from the second start on compiled: the bundled server
// then starts in half the time. Where the folder cannot be written, nothing is kept and nothing is lost.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile'))

const collect = (value: string, all: string[] = []): string[] => [...all, ...value.split(',').filter(Boolean)]

const mockExamples = `
Examples:
  npm run mock                                  at http://127.0.0.1:4010, with 40 products in 6 languages
  npm run mock -- --port 0                      at any free port; the first line printed tells which
  npm run mock -- --gtins 5000 --languages de-de,en-gb
  MOCK_TOKEN=secret npm run mock -- --seed 7    other products, another token

Then:
  /__mock/                                      what it did and what it holds, in a browser
  curl -H 'Authorization: Token demo-token' http://127.0.0.1:4010/api/partner/v1/language/
  curl -u admin:abcdabcdabcdabcdabcdabcd http://127.0.0.1:4010/api/rest/cms/v2/pages`

const settleChoices = `
Choices:
${Object.entries(meaningOf)
  .map(([choice, meaning]) => `  ${choice.padEnd(10)} ${meaning}`)
  .join('\n')}`

const program = new Command('product-mirror')
  .description('Keeps a CMS a faithful mirror of a partner’s product data.')
  .showSuggestionAfterError()
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.badConfiguration))

program
  .command('daemon')
  .description('run the daemon: schedule, workers, dashboard')
  .action(async () => {
    const { runDaemon } = await import('./main.ts')
    await runDaemon(process.env)
  })

program
  .command('sync')
  .description('do one run now, wait for it and print its report')
  .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
  .option('--language <code>', 'only this language (may be repeated)', collect)
  .option('--json', 'print the report as one JSON object')
  .option('--approve', 'apply the plan even if a guard would hold it')
  .action((options: Omit<SyncOptions, 'kind'>) => sync({ ...options, kind: 'sync' }))

program
  .command('plan')
  .description('do a dry run: print what a sync would do, write nothing')
  .option('--gtin <gtin>', 'only this product (may be repeated)', collect)
  .option('--language <code>', 'only this language (may be repeated)', collect)
  .addOption(new Option('--json', 'print the plan as one JSON object').conflicts('markdown'))
  .option('--markdown', 'print the plan as Markdown')
  .action((options: { gtin?: string[]; language?: string[]; json?: boolean; markdown?: boolean }) => {
    const { json, markdown, ...scope } = options
    return sync({
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
  .action((runId: string, options: { json?: boolean }) => sync({ ...options, kind: 'sync', runId }))

program
  .command('cancel')
  .description('cancel a run at work, or drop the plan of a run that waits for approval')
  .argument('<run>', 'the run’s id, such as 2026-11-20-3')
  .action(async (runId: string) => {
    const { cancelNow } = await import('./verbs/cancel.ts')
    process.exit(await cancelNow(process.env, runId))
  })

program
  .command('status')
  .description('print the last runs and the size of the mirror')
  .option('--failing', 'list the records that fail run after run, and those in quarantine')
  .option('--json', 'print one JSON object')
  .action(async (options: { json?: boolean; failing?: boolean }) => {
    const { printStatus } = await import('./verbs/status.ts')
    process.exit(await printStatus(process.env, options))
  })

program
  .command('retry')
  .description(
    'take records out of quarantine, so that the next run asks for them: all, or those of one product',
  )
  .argument('[gtin]', 'only this product')
  .argument('[language]', 'only in this language')
  .action(async (gtin?: string, language?: string) => {
    const { retryRecords } = await import('./verbs/retry.ts')
    process.exit(await retryRecords(process.env, gtin, language))
  })

program
  .command('conflicts')
  .description(
    'list what waits for a person: pages that editor and partner both changed, versions held back, holds',
  )
  .option('--json', 'print one JSON object, with all three texts of each field')
  .action(async (options: { json?: boolean }) => {
    const { printConflicts } = await import('./verbs/conflicts.ts')
    process.exit(await printConflicts(process.env, options))
  })

program
  .command('settle')
  .description('decide what becomes of one record')
  .argument('<gtin>', 'the product')
  .argument('<language>', 'in this language')
  .argument('<choice>', 'keep, overwrite, hold, release or accept')
  .option('--reason <text>', 'why it is held; shown wherever the hold is')
  .option('--json', 'print one JSON object')
  .addHelpText('after', settleChoices)
  .action(
    async (gtin: string, language: string, choice: string, options: { reason?: string; json?: boolean }) => {
      const { settleNow } = await import('./verbs/settle.ts')
      process.exit(await settleNow(process.env, { gtin, language, choice, ...options }))
    },
  )

program
  .command('verify')
  .description(
    'compare the CMS with the snapshots: missing, edited, moved, trashed, twin, foreign and stale pages',
  )
  .option('--repair', 'mend what is the mirror’s to mend: missing and stale pages, twins that nobody touched')
  .option('--json', 'print one JSON object')
  .action((options: { json?: boolean; repair?: boolean }) => sync({ ...options, kind: 'verify' }))

program
  .command('history')
  .description('print what happened to a product in the last 90 days: when, what, which versions, why')
  .argument('<gtin>', 'the product')
  .argument('[language]', 'only in this language')
  .option('--json', 'print one JSON object')
  .action(async (gtin: string, language: string | undefined, options: { json?: boolean }) => {
    const { printHistory } = await import('./verbs/history.ts')
    process.exit(await printHistory(process.env, { gtin, language, ...options }))
  })

program
  .command('undo')
  .description('put back what a run wrote, where nobody touched it since; possible for 30 days')
  .argument('<run>', 'the run’s id, such as 2026-11-20-3')
  .option('--json', 'print the report as one JSON object')
  .action((undoes: string, options: { json?: boolean }) => sync({ ...options, kind: 'undo', undoes }))

program
  .command('rebuild')
  .description('remake the snapshots from the CMS after a lost Redis; writes nothing to the CMS')
  .option('--json', 'print the report as one JSON object')
  .action((options: { json?: boolean }) => sync({ ...options, kind: 'rebuild' }))

program
  .command('doctor')
  .description('check configuration, Redis, partner and CMS, and say what to do')
  .action(async () => {
    const { runDoctor } = await import('./verbs/doctor.ts')
    process.exit(await runDoctor(process.env))
  })

program
  .command('mock')
  .description('run the bundled server alone: both interfaces, with faults on demand')
  .option('--host <address>', 'address to listen on (MOCK_HOST, default 127.0.0.1)')
  .option('--port <port>', 'port, 0 for any (MOCK_PORT, default 4010)')
  .option('--gtins <count>', 'products in the catalogue, 0 to 1000000 (MOCK_GTINS, default 40)')
  .option(
    '--languages <codes>',
    'language codes, separated by commas, the first is the default language (MOCK_LANGUAGES, default de-de,en-gb,fr-fr,it-it,es-es,pl-pl)',
  )
  .option('--seed <number>', 'the same seed makes the same products (MOCK_SEED, default 1)')
  .option('--token <text>', 'the token that the partner interface asks for (MOCK_TOKEN, default demo-token)')
  .option(
    '--throttle <rate>',
    'how often the partner may be asked, such as 100/min (MOCK_THROTTLE, default none)',
  )
  .option(
    '--oembed-hosts <names>',
    'hosts beside this machine that the oEmbed proxy may ask (MOCK_OEMBED_HOSTS, default none)',
  )
  .addHelpText('after', mockExamples)
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
  .action(async (options: Record<string, string> & { once?: boolean }) => {
    const { runDemo } = await import('./verbs/demo.ts')
    await runDemo(process.env, options)
  })

async function sync(options: SyncOptions): Promise<void> {
  const { syncOnce } = await import('./verbs/sync.ts')
  await syncOnce(process.env, options)
}

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(exitCodeOfError(error))
})

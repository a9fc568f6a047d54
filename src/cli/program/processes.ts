import type { Command } from 'commander'
import { assertBundledServer } from './bundled-server.ts'
import type { DemoOptions } from '../commands/demo.ts'
import { addSection, addCommand } from './command.ts'

/** Starts the bundled server with the options of the command line and the environment. */
export type RunMock = (options: Record<string, string>, env: NodeJS.ProcessEnv) => Promise<unknown>

/**
 * Adds the commands that run until they are stopped. The root passes `runMock`, so that no command imports the
 * bundled server.
 */
export function addProcessCommands(program: Command, env: NodeJS.ProcessEnv, runMock: RunMock): void {
  addCommand(program, 'daemon', 'Run the daemon: schedule, workers and dashboard.', [
    ['product-mirror daemon', 'stops within 20 s of SIGTERM or Ctrl-C; several may share a Redis'],
  ]).action(async () => {
    const { runDaemon } = await import('../../main.ts')
    await runDaemon(env)
  })

  const mock = addCommand(
    program,
    'mock',
    'Run the bundled server alone: partner and CMS, with errors on demand.',
    [
      ['npm run mock', 'at http://127.0.0.1:4010, with 40 products in 6 languages'],
      ['npm run mock -- --port 0', 'at any free port, printed in the first line'],
      ['npm run mock -- --gtins 5000 --languages de-de,en-gb', ''],
      ['MOCK_TOKEN=secret npm run mock -- --seed 7', 'other products, another token'],
    ],
  )
    .option('--host <address>', 'Listen at this address (MOCK_HOST, default 127.0.0.1).')
    .option(
      '--control-hosts <names>',
      'Serve the control routes at these host names, in addition to localhost (MOCK_CONTROL_HOSTS, default none).',
    )
    .option('--port <port>', 'Listen at this port, or at any with 0 (MOCK_PORT, default 4010).')
    .option('--gtins <count>', 'Serve this number of products, 0 to 1000000 (MOCK_GTINS, default 40).')
    .option(
      '--languages <codes>',
      'Serve these languages, separated by commas, of which the first is the default language (MOCK_LANGUAGES, default de-de,en-gb,fr-fr,it-it,es-es,pl-pl).',
    )
    .option(
      '--seed <number>',
      'Select the products: the same seed makes the same products (MOCK_SEED, default 1).',
    )
    .option('--token <text>', 'Require this token at the partner interface (MOCK_TOKEN, default demo-token).')
    .option(
      '--throttle <rate>',
      'Limit the partner interface to a rate such as 100/min (MOCK_THROTTLE, default none).',
    )
    .option('--media-trash <on|off>', 'Give files a trash (MOCK_MEDIA_TRASH, default off).')
    .option(
      '--oembed-hosts <names>',
      'Let the oEmbed proxy query these hosts, in addition to its own content (MOCK_OEMBED_HOSTS, default none).',
    )
    .option(
      '--types <file>',
      'Add the post types and taxonomies of plug-ins and themes in this JSON or YAML file (MOCK_TYPES, default none).',
    )
    .action(async (options: Record<string, string>) => {
      assertBundledServer()
      await runMock(options, env)
    })
  addSection(mock, 'Then', [
    ['/__mock/', 'its requests and data, in a browser'],
    ["curl -H 'Authorization: Token demo-token' http://127.0.0.1:4010/api/partner/v1/language/", ''],
    ['curl -u admin:abcdabcdabcdabcdabcdabcd http://127.0.0.1:4010/api/rest/cms/v2/pages', ''],
  ])

  addCommand(program, 'demo', 'Try everything on this machine, without any account.', [
    ['product-mirror demo', '40 products in 6 languages; stays up'],
    ['product-mirror demo --gtins 1000 --languages de-de,ar-ae', ''],
  ])
    .option('--once', 'End with the run. The last line is its report as JSON.')
    .option('--gtins <count>', 'Serve this number of products.')
    .option('--languages <codes>', 'Serve these languages, separated by commas.')
    .option('--seed <number>', 'Select the products: the same seed makes the same products.')
    .action(async (options: DemoOptions) => {
      assertBundledServer()
      const { runDemo } = await import('../commands/demo.ts')
      await runDemo(env, options)
    })
}

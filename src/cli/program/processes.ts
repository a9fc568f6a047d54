import type { Command } from 'commander'
import { assertBundledServer } from './bundled-server.ts'
import type { DemoOptions } from '../commands/demo.ts'
import { addSection, addVerb } from './verb.ts'

/** Starts the bundled server with the options of the command line. */
export type RunMock = (options: Record<string, string>) => Promise<unknown>

/**
 * Adds the verbs that run until they are stopped. The root passes `runMock`, so that no verb imports the
 * bundled server.
 */
export function addProcessVerbs(program: Command, env: NodeJS.ProcessEnv, runMock: RunMock): void {
  addVerb(program, 'daemon', 'run the daemon: schedule, workers, dashboard', [
    ['product-mirror daemon', 'stops within 20 s of SIGTERM or Ctrl-C; several may share a Redis'],
  ]).action(async () => {
    const { runDaemon } = await import('../../main.ts')
    await runDaemon(env)
  })

  const mock = addVerb(
    program,
    'mock',
    'run the bundled server alone: partner and CMS, with errors on demand',
    [
      ['npm run mock', 'at http://127.0.0.1:4010, with 40 products in 6 languages'],
      ['npm run mock -- --port 0', 'at any free port, printed in the first line'],
      ['npm run mock -- --gtins 5000 --languages de-de,en-gb', ''],
      ['MOCK_TOKEN=secret npm run mock -- --seed 7', 'other products, another token'],
    ],
  )
    .option('--host <address>', 'address to listen on (MOCK_HOST, default 127.0.0.1)')
    .option(
      '--control-hosts <names>',
      'host names at which the control routes are served, in addition to localhost (MOCK_CONTROL_HOSTS, default none)',
    )
    .option('--port <port>', 'port, 0 for any (MOCK_PORT, default 4010)')
    .option('--gtins <count>', 'products in the catalogue, 0 to 1000000 (MOCK_GTINS, default 40)')
    .option(
      '--languages <codes>',
      'language codes, separated by commas, the first is the default language (MOCK_LANGUAGES, default de-de,en-gb,fr-fr,it-it,es-es,pl-pl)',
    )
    .option('--seed <number>', 'the same seed makes the same products (MOCK_SEED, default 1)')
    .option('--token <text>', 'the token of the partner interface (MOCK_TOKEN, default demo-token)')
    .option(
      '--throttle <rate>',
      'rate limit of the partner interface, such as 100/min (MOCK_THROTTLE, default none)',
    )
    .option('--media-trash <on|off>', 'files have a trash (MOCK_MEDIA_TRASH, default off)')
    .option(
      '--oembed-hosts <names>',
      'hosts that the oEmbed proxy may query, in addition to its own content (MOCK_OEMBED_HOSTS, default none)',
    )
    .option(
      '--types <file>',
      'post types and taxonomies of plug-ins and themes, a JSON or YAML file (MOCK_TYPES, default none)',
    )
    .action(async (options: Record<string, string>) => {
      assertBundledServer()
      await runMock(options)
    })
  addSection(mock, 'Then', [
    ['/__mock/', 'its requests and data, in a browser'],
    ["curl -H 'Authorization: Token demo-token' http://127.0.0.1:4010/api/partner/v1/language/", ''],
    ['curl -u admin:abcdabcdabcdabcdabcdabcd http://127.0.0.1:4010/api/rest/cms/v2/pages', ''],
  ])

  addVerb(program, 'demo', 'try everything on this machine, without any account', [
    ['product-mirror demo', '40 products in 6 languages; stays up'],
    ['product-mirror demo --gtins 1000 --languages de-de,ar-ae', ''],
  ])
    .option('--once', 'end with the run; the last line is its report as JSON')
    .option('--gtins <count>', 'products in the catalogue')
    .option('--languages <codes>', 'language codes, separated by commas')
    .option('--seed <number>', 'the same seed makes the same products')
    .action(async (options: DemoOptions) => {
      assertBundledServer()
      const { runDemo } = await import('../commands/demo.ts')
      await runDemo(env, options)
    })
}

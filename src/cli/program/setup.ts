import type { Command } from 'commander'
import type { InitOptions } from '../commands/init/init.ts'
import { addCommand, exitWith } from './command.ts'
import type { GlobalOptions } from './global-options.ts'

/** Adds the command that writes the settings of a mirror. */
export function addInitCommand(program: Command, env: NodeJS.ProcessEnv): void {
  addCommand(program, 'init', 'Set up a mirror: test its settings, write them to .env, and print a plan.', [
    ['product-mirror init', 'prompts for each setting, and tests it at once'],
    ['product-mirror init --site-url shop.example --user mirror', 'prompts for the rest'],
    ['product-mirror init < settings.txt', 'without a terminal: one missing setting in each line'],
  ])
    .option('--partner-url <url>', 'Set the URL of the partner’s product data (PARTNER_BASE_URL).')
    .option(
      '--partner-token <token>',
      'Set the partner’s token. Other users can see it; the variable PARTNER_TOKEN is safer.',
    )
    .option('--site-url <url>', 'Set the URL of the site, from which the REST API is found (CMS_API_ROOT).')
    .option('--user <name>', 'Set the user of the site (CMS_USER).')
    .option(
      '--password <password>',
      'Set the user’s application password. Other users can see it; the variable CMS_PASSWORD is safer.',
    )
    .option('--catalog <file or URL>', 'Set the list of the products’ GTINs (CATALOG).')
    .option('--force', 'Replace settings that the file contains already.')
    .option('--no-plan', 'Do not print a plan at the end.')
    .action(async (options: InitOptions) => {
      const { initMirror } = await import('../commands/init/init.ts')
      const { envFile } = program.opts<GlobalOptions>()
      await exitWith(initMirror(env, { ...options, ...(envFile !== undefined && { envFile }) }))
    })
}

import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { runCli } from '../helpers/world/cli.ts'
import { type MockServer, startMock } from '../helpers/world/mock-server.ts'
import { type Database, startDatabase } from './engine/database.ts'
import { type Keeper, openKeeper } from './engine/keeper.ts'
import { run } from './engine/run.ts'
import { copySite, serveSite } from './engine/site.ts'

// The example without its containers: its settings and scripts, with a WordPress that is not installed yet. The tests
// depend on each other and share one site.

const example = join(import.meta.dirname, '..', '..', 'examples', 'wordpress-compose')
const Service = z.object({
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)),
})
const services = z
  .record(z.string(), z.unknown())
  .parse(parse(await readFile(join(example, 'compose.yaml'), 'utf8'), { merge: true }).services)
const environmentOf = (name: string) => Service.parse(services[name]).environment

let keeper: Keeper
let database: Database
let partner: MockServer
let siteUrl: string
let setupEnv: Record<string, string>
let mirrorEnv: Record<string, string>

beforeAll(async () => {
  keeper = openKeeper()
  const site = await copySite(keeper, '/usr/share/wordpress')
  database = await startDatabase(keeper)
  await database.query(
    "CREATE USER wordpress@localhost IDENTIFIED BY 'demo'; GRANT ALL ON wordpress.* TO wordpress@localhost",
  )
  siteUrl = await serveSite(keeper, site, 4)
  partner = await startMock({ gtins: 2, languages: 'de-de,en-gb' })
  const credentials = join(keeper.folder, 'credentials')
  await mkdir(credentials)
  // The scripts run as www-data, which may not enter root's temporary folder.
  await chmod(keeper.folder, 0o755)

  const here = (value: string) =>
    value
      .replace('http://wordpress', siteUrl)
      .replaceAll('http://localhost:8081', siteUrl.replace('127.0.0.1', 'localhost'))
      .replace('http://partner:4010', partner.origin)
      .replace('/credentials', credentials)
  const mapped = (environment: Record<string, string>) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)]))
  setupEnv = {
    ...mapped(environmentOf('wordpress-setup')),
    WORDPRESS_DB_HOST: `localhost:${database.socket}`,
    WORDPRESS_FOLDER: site,
  }
  const { REDIS_URL: _, OPS_HOST: __, ...forMirror } = mapped(environmentOf('mirror'))
  mirrorEnv = { ...forMirror, DATA_DIR: join(keeper.folder, 'data'), LOG_LEVEL: 'warn' }
  await writeFile(join(site, 'environment.json'), JSON.stringify(setupEnv))
  await writeFile(join(site, 'wp-config.php'), settings)
})
afterAll(async () => {
  await partner?.close()
  await keeper?.close()
})

/** The image's wp-config.php sets these constants from the container's variables. */
const settings = `<?php
foreach (json_decode(file_get_contents(__DIR__ . '/environment.json'), true) as $name => $value) putenv("$name=$value");
foreach (array('NAME', 'USER', 'PASSWORD', 'HOST') as $name) define("DB_$name", getenv("WORDPRESS_DB_$name"));
define('DB_CHARSET', 'utf8mb4');
foreach (array('AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE') as $name) {
  define("{$name}_KEY", 'test');
  define("{$name}_SALT", 'test');
}
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
eval(getenv('WORDPRESS_CONFIG_EXTRA'));
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** Runs the one-shot service. Changing the user requires root; otherwise PHP runs as the current user. */
async function setUp(): Promise<string> {
  const script = process.getuid?.() === 0 ? ['sh', 'setup.sh'] : ['php', 'setup.php']
  const [command = '', file = ''] = script
  const variables = Object.entries(setupEnv).map(([name, value]) => `${name}=${value}`)
  return run('env', [...variables, command, join(example, file)])
}

const readPassword = () => readFile(mirrorEnv['CMS_PASSWORD_FILE'] ?? '', 'utf8')

test('the first start installs WordPress and creates the user of the mirror', async () => {
  expect(await setUp()).toContain('WordPress is installed.')
  const { code, stdout } = await runCli(['doctor'], mirrorEnv)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('signed in as mirror') })
})

test('the first sync fills the site under a host name that differs from the one in browsers', async () => {
  const { code, stdout } = await runCli(['sync', '--json'], mirrorEnv)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ created: 4, failed: 0 })
  const page = await fetch(`${siteUrl.replace('127.0.0.1', 'localhost')}/products/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('de-de')
})

test('a later start changes nothing, and the next sync writes nothing', async () => {
  const password = await readPassword()
  expect(await setUp()).toBe('WordPress is ready.\n')
  expect(await readPassword()).toBe(password)
  const { stdout } = await runCli(['sync', '--json'], mirrorEnv)
  expect(JSON.parse(stdout)).toMatchObject({ unchanged: 4, requests: { cmsBatches: 0 } })
})

test('a lost password file is replaced with one that works for the mirror', async () => {
  await rm(mirrorEnv['CMS_PASSWORD_FILE'] ?? '')
  await setUp()
  expect((await runCli(['doctor'], mirrorEnv)).code).toBe(0)
})

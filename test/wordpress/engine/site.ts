import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Keeper } from './keeper.ts'
import { run } from './run.ts'
import { waitFor } from './wait.ts'

const phpFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Copies WordPress into the keeper's folder and returns the path of the copy. */
export async function copySite(keeper: Keeper, source: string): Promise<string> {
  const site = join(keeper.folder, 'site')
  // Follows links, because WordPress finds its settings relative to the real path of its files.
  await run('cp', ['-RL', source, site])
  await rm(join(site, 'wp-config.php'), { force: true })
  await copyFile(phpFile('wp-config.php'), join(site, 'wp-config.php'))
  await emptyUploads(site)
  return site
}

/** Serves the site with PHP's built-in web server on a free loopback port, and returns its URL. */
export async function serveSite(keeper: Keeper, site: string, workers: number): Promise<string> {
  const limits = ['-d', 'upload_max_filesize=64M', '-d', 'post_max_size=72M', '-d', 'display_errors=0']
  // With port 0, the kernel chooses a free port and the server prints it.
  const kept = keeper.start(
    'php',
    'php',
    [...limits, '-S', '127.0.0.1:0', '-t', site, phpFile('router.php')],
    {
      PHP_CLI_SERVER_WORKERS: String(workers),
    },
  )
  return waitFor('The PHP server', kept, async () => {
    const log = await readFile(kept.logFile, 'utf8')
    return /\((http:\/\/127\.0\.0\.1:[1-9]\d*)\) started/.exec(log)?.[1]
  })
}

/** Writes the settings of the site. */
export async function writeSettings(keeper: Keeper, socket: string, siteUrl: string): Promise<void> {
  const settings = { socket, siteUrl, secret: randomBytes(32).toString('hex') }
  await writeFile(join(keeper.folder, 'engine.json'), JSON.stringify(settings))
}

/** Runs WordPress's installer and returns the new application password. */
export async function installSite(site: string, user: string, loginPassword: string): Promise<string> {
  return run('php', [phpFile('install.php'), site, user, loginPassword])
}

/** Removes every uploaded file. */
export async function emptyUploads(site: string): Promise<void> {
  const uploads = join(site, 'wp-content', 'uploads')
  await rm(uploads, { recursive: true, force: true })
  await mkdir(uploads)
}

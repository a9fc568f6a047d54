import { randomBytes } from 'node:crypto'

import { startDatabase } from './database.ts'
import { type Keeper, openKeeper } from './keeper.ts'
import { copySite, emptyUploads, installSite, serveSite, writeSettings } from './site.ts'

/** A private, running WordPress. */
export type Engine = {
  siteUrl: string
  /** The REST root, ending with `/wp-json`. */
  apiRoot: string
  namespace: 'wp/v2'
  user: string
  /** An application password of `user`, for Basic credentials. */
  password: string
  /** The password of `user` for wp-login.php. */
  loginPassword: string
  /** WordPress's folder, for PHP scripts that require its wp-load.php. */
  siteFolder: string
  /** Runs SQL on WordPress's database and returns the rows as text. */
  dbQuery(sql: string): Promise<string[][]>
  /** Restores the content of the installation and removes all uploads. */
  reset(): Promise<void>
  /** Ends the started processes and removes their folder. */
  stop(): Promise<void>
}

export type EngineOptions = { workers?: number; wordpress?: string }

/**
 * Starts a WordPress with a separate database in a temporary folder, on a free loopback port, in a few seconds.
 * Requires the packages of `installEngine`. `stop`, or any end of this process, removes all of it.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const keeper = openKeeper()
  try {
    return await build(keeper, options)
  } catch (error) {
    await keeper.close()
    throw error
  }
}

async function build(keeper: Keeper, { workers = 4, wordpress = '/usr/share/wordpress' }: EngineOptions) {
  // In sequence, so that after a failure no other step starts a process after the clean-up.
  const siteFolder = await copySite(keeper, wordpress)
  const database = await startDatabase(keeper)
  const siteUrl = await serveSite(keeper, siteFolder, workers)
  await writeSettings(keeper, database.socket, siteUrl)
  const user = 'admin'
  const loginPassword = randomBytes(12).toString('hex')
  const password = await installSite(siteFolder, user, loginPassword)
  const apiRoot = `${siteUrl}/wp-json`
  // The first requests store rewrite rules and default blocks, which belong to the initial content.
  await greet(`${siteUrl}/`)
  await greet(`${apiRoot}/`)
  await database.save()
  return {
    siteUrl,
    apiRoot,
    namespace: 'wp/v2',
    user,
    password,
    loginPassword,
    siteFolder,
    dbQuery: (sql: string) => database.query(sql),
    async reset() {
      await Promise.all([database.restore(), emptyUploads(siteFolder)])
    },
    stop: () => keeper.close(),
  } satisfies Engine
}

async function greet(url: string): Promise<void> {
  const response = await fetch(url)
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 500)}`)
}

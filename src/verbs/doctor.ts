import { readConfig, type Config } from '../../config/daemon.ts'
import { readTemplates } from '../../config/templates.ts'
import { explainLabelGaps } from '../core/render/labels.ts'
import { ConfigError, reasonOf, UnusableError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import { openMirror, type Mirror } from '../mirror.ts'
import { RedisUnreachableError } from '../store/connect.ts'
import { exitCodes } from './exit-codes.ts'

type Check = {
  name: string
  exitCode: number
  /** What is fine; undefined: there is nothing to check. */
  run(mirror: Mirror, config: Config, signal: AbortSignal): Promise<string | undefined>
}

const checks: readonly Check[] = [
  { name: 'Redis', exitCode: exitCodes.error, run: checkRedis },
  { name: 'Catalogue', exitCode: exitCodes.badConfiguration, run: checkCatalogue },
  { name: 'Partner', exitCode: exitCodes.partnerUnusable, run: checkPartner },
  { name: 'Labels', exitCode: exitCodes.badConfiguration, run: checkLabels },
  { name: 'CMS user', exitCode: exitCodes.cmsUnusable, run: checkUser },
  { name: 'CMS routes', exitCode: exitCodes.cmsUnusable, run: checkRoutes },
  { name: 'CMS menu', exitCode: exitCodes.cmsUnusable, run: checkMenu },
]

const limitMs = 30_000

/** Checks the configuration and everything it points at; prints a list with remedies; answers the exit code. */
export async function runDoctor(env: NodeJS.ProcessEnv, _options: { json?: boolean }): Promise<number> {
  const config = readConfig(env)
  say('ok', 'Configuration', 'every variable is fine')
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const mirror = await openMirror(config, log).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    say('FAIL', 'Redis', reasonOf(error))
  })
  if (mirror === undefined) return exitCodes.error
  try {
    return await runChecks(mirror, config)
  } finally {
    await mirror.close()
  }
}

async function runChecks(mirror: Mirror, config: Config): Promise<number> {
  let exitCode: number = exitCodes.done
  for (const check of checks) {
    try {
      const fine = await check.run(mirror, config, AbortSignal.timeout(limitMs))
      if (fine !== undefined) say('ok', check.name, fine)
    } catch (error) {
      say('FAIL', check.name, reasonOf(error))
      if (exitCode === exitCodes.done) exitCode = check.exitCode
      // Limits of the partner and the CMS are kept there: without it nothing else may be asked.
      if (error instanceof RedisUnreachableError) break
    }
  }
  return exitCode
}

function say(mark: 'ok' | 'FAIL', name: string, text: string): void {
  process.stdout.write(`${mark.padEnd(5)}${name.padEnd(15)}${text}\n`)
}

async function checkRedis({ store }: Mirror): Promise<string> {
  await store.assertAnswers()
  const info = await store.redis.info()
  const at = (field: string): string => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
  const version = at('redis_version')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2))
    throw new UnusableError('cms', `version ${version} is too old; 6.2 or newer is needed`)
  const policy = at('maxmemory_policy')
  if (policy !== 'noeviction')
    throw new UnusableError(
      'cms',
      `maxmemory-policy is ${policy}: jobs and snapshots could be dropped. Set it to noeviction`,
    )
  const persistent = at('aof_enabled') === '1'
  return `${store.embedded ? 'embedded, ' : ''}version ${version}, noeviction, ${persistent ? 'append-only file' : 'NO append-only file: a crash loses the last minutes (appendonly yes)'}`
}

async function checkCatalogue({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<string> {
  const { gtins, faults } = await sync.readCatalog(signal)
  const listed =
    faults.length > 0 ? `; faults: ${faults.slice(0, 3).join('; ')}${faults.length > 3 ? ' …' : ''}` : ''
  return `${gtins.length} GTINs in ${config.catalog}${listed}`
}

async function checkPartner({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<string> {
  const served = await sync.partner.fetchLanguages(signal)
  const missing = config.languages === 'all' ? [] : config.languages.filter((code) => !served.includes(code))
  if (missing.length > 0)
    throw new UnusableError(
      'partner',
      `LANGUAGES names ${missing.join(', ')}, which the partner does not serve (${served.join(', ')})`,
    )
  return `token accepted, ${served.length} languages: ${served.join(', ')}`
}

async function checkLabels({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<string> {
  const served = await sync.partner.fetchLanguages(signal)
  const languages = served.filter((code) => config.languages === 'all' || config.languages.includes(code))
  const gaps = explainLabelGaps(languages, (await readTemplates(config.templateDir)).labels)
  return gaps.length === 0 ? `complete for ${languages.length} languages` : gaps.join('; ')
}

async function checkUser({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<string> {
  const user = await sync.cms.fetchUser(signal)
  const needed = ['publish_pages', 'edit_others_pages', 'delete_others_pages', 'upload_files']
  const missing = needed.filter(
    (capability) => user.capabilities.size > 0 && !user.capabilities.has(capability),
  )
  if (missing.length > 0)
    throw new UnusableError(
      'cms',
      `user ${user.name} may not ${missing.join(', ')}. Give it the role editor or administrator`,
    )
  const filtered = user.capabilities.size > 0 && !user.capabilities.has('unfiltered_html')
  return `signed in as ${user.name}${filtered ? '; without unfiltered_html the CMS rewrites markup' : ''}`
}

async function checkRoutes({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<string> {
  const routes = await sync.cms.fetchRoutes(signal)
  const { namespace } = config.cms
  const missing = ['/batch/v1', `/${namespace}/pages`, `/${namespace}/media`].filter(
    (route) => !routes.has(route),
  )
  if (missing.length > 0)
    throw new UnusableError(
      'cms',
      `the index lacks ${missing.join(', ')}. Check CMS_API_ROOT and CMS_NAMESPACE`,
    )
  return `batch, ${namespace}/pages and ${namespace}/media are there`
}

async function checkMenu({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<string | undefined> {
  const { menuId } = config.policy
  if (menuId === undefined) return undefined
  const remedy = 'Give it the role administrator, or unset MENU_ID'
  const { name, capabilities } = await sync.cms.fetchUser(signal)
  if (capabilities.size > 0 && !capabilities.has('edit_theme_options'))
    throw new UnusableError('cms', `user ${name} may not edit menus (edit_theme_options). ${remedy}`)
  const menu = await sync.cms.readMenu(menuId, signal)
  if (!menu.ok) throw new UnusableError('cms', `menu ${menuId} cannot be read (${menu.reason}). ${remedy}`)
  const { length } = menu.items
  return length === 0
    ? `menu ${menuId} is empty, or there is none with this id`
    : `menu ${menuId} has ${length} items`
}

import { isIPv6 } from 'node:net'
import { z } from 'zod'
import type { Config } from '../../../config/daemon.ts'
import { readTemplates } from '../../../config/templates.ts'
import { strayRemedy } from '../../cms/connection/around-json.ts'
import { mapFaultText } from '../../core/mapping/check-map.ts'
import { noteText } from '../../core/report/notes/note-text.ts'
import { reasonOf } from '../../lib/errors.ts'
import { damagedText } from '../../lib/stored-errors.ts'
import { commandText } from '../../core/reasons/command.ts'
import { countOf } from '../../core/text/format.ts'
import { lineOfProblem, viewOfProblem } from '../../core/views/problem.ts'
import { unknownLanguages } from '../../core/mapping/unknown-languages.ts'
import { findUnusableSuccessors } from '../../core/record/successor.ts'
import { explainColumns, missingColumns } from '../../sync/collect/save-columns.ts'
import type { SyncDeps } from '../../sync/deps.ts'
import { findMapFaults, mapRemedy } from '../../sync/runs/assert-map.ts'
import { countStaleLinks } from '../../sync/decisions/count-stale-links.ts'
import { explainLabelGaps } from '../../core/render/locale/labels.ts'
import { quote } from '../../lib/text/quote.ts'
import type { Mirror } from '../../mirror/mirror.ts'
import { findForeignKeys } from '../../store/redis/find-foreign-keys.ts'
import { findWriteFault } from '../../store/redis/write-fault.ts'
import { requiredLogin, tryListening } from '../../ops/http/listening.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { explainProbe } from './explain-probe.ts'
import { checkNetwork } from './check-network.ts'
import { checkJsonLd } from './check-json-ld.ts'
import { checkUnits } from './check-units.ts'
import { checkUploads } from './check-uploads.ts'
import { checkShown, checkSite, checkWrites } from './doctor-site.ts'
import { checkSecretFiles, checkSecretLengths, type Found } from './check-secrets.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

export type Check = {
  name: string
  exitCode: number
  /** The check that must not have failed: this one would report the same failure. */
  needs?: string
  /** Returns undefined if there is nothing to check. */
  run(mirror: Mirror, config: Config, signal: AbortSignal): Promise<Found | undefined>
}

/** The checks of doctor after that of the configuration, in order. */
export const checks: readonly Check[] = [
  { name: 'Secret files', exitCode: exitCodes.badConfiguration, run: checkSecretFiles },
  { name: 'Secrets', exitCode: exitCodes.badConfiguration, run: checkSecretLengths },
  { name: 'Network', exitCode: exitCodes.badConfiguration, run: checkNetwork },
  { name: 'Redis', exitCode: exitCodes.error, run: checkRedis },
  { name: 'Redis keys', exitCode: exitCodes.error, run: checkRedisKeys },
  { name: 'Stored data', exitCode: exitCodes.error, run: checkStoredData },
  { name: 'CMS type', exitCode: exitCodes.badConfiguration, run: checkCmsType, needs: 'Redis' },
  { name: 'Dashboard', exitCode: exitCodes.badConfiguration, run: checkDashboard },
  { name: 'Catalogue', exitCode: exitCodes.badConfiguration, run: checkCatalogue },
  { name: 'Partner', exitCode: exitCodes.partnerUnusable, run: checkPartner },
  { name: 'Labels', exitCode: exitCodes.badConfiguration, run: checkLabels },
  { name: 'Units', exitCode: exitCodes.badConfiguration, run: checkUnits, needs: 'Partner' },
  { name: 'CMS user', exitCode: exitCodes.cmsUnusable, run: checkUser },
  { name: 'CMS routes', exitCode: exitCodes.cmsUnusable, run: checkRoutes },
  { name: 'CMS replies', exitCode: exitCodes.cmsUnusable, run: checkAnswers },
  { name: 'Field map', exitCode: exitCodes.badConfiguration, run: checkMap, needs: 'CMS user' },
  { name: 'CMS lists', exitCode: exitCodes.cmsUnusable, run: checkLists },
  { name: 'CMS batches', exitCode: exitCodes.cmsUnusable, run: checkBatches, needs: 'CMS user' },
  { name: 'CMS uploads', exitCode: exitCodes.cmsUnusable, run: checkUploads, needs: 'CMS user' },
  { name: 'CMS writes', exitCode: exitCodes.cmsUnusable, run: checkWrites, needs: 'CMS user' },
  { name: 'JSON-LD', exitCode: exitCodes.cmsUnusable, run: checkJsonLd, needs: 'CMS user' },
  { name: 'CMS site', exitCode: exitCodes.cmsUnusable, run: checkSite, needs: 'CMS user' },
  { name: 'CMS pages', exitCode: exitCodes.cmsUnusable, run: checkShown, needs: 'CMS user' },
  { name: 'CMS menu', exitCode: exitCodes.cmsUnusable, run: checkMenu },
  { name: 'Links', exitCode: exitCodes.error, run: checkLinks },
]

/** A column of families may be missing in the catalogue. */
type OfRenderer = { renderer: Pick<SyncDeps['renderer'], 'familyBy'> }

const healthMs = 3_000
const Health = z.object({ status: z.literal('ok') }).or(z.object({ error: z.object({ code: z.string() }) }))

async function checkRedis({ store }: Mirror): Promise<Found> {
  const moved = await store.assertUsable().catch((error: unknown): string[] => {
    // The check of missing rights reports it in more detail.
    if (!reasonOf(error).includes('NOPERM')) throw error
    return []
  })
  const missing = await store.findMissingRights()
  if (missing.length > 0)
    return {
      failed: `the Redis user of REDIS_URL lacks rights. Run: ACL SETUSER <user> ${missing.join(' ')}`,
    }
  const info = await store.redis.info()
  const at = (field: string): string => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
  const version = at('redis_version')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2))
    return { failed: `version ${version} is too old; 6.2 or newer is needed. Set REDIS_URL to a newer one` }
  const fault = await findWriteFault(store.redis, store.keys)
  if (fault !== undefined) return { failed: fault }
  if (moved.length > 0) return { warning: `${moved.join('; ')}. Check who else writes to this Redis` }
  if (store.failover && at('connected_slaves') === '0')
    return { warning: 'the primary has no replica: nothing takes over when it is lost. Add one' }
  const persistent = at('aof_enabled') === '1'
  const known = `${store.embedded ? 'embedded, ' : ''}version ${version}, noeviction`
  return persistent
    ? `${known}, append-only file`
    : { warning: `${known}, no append-only file: a crash loses the last minutes. Set appendonly to yes` }
}

/**
 * An application that empties the database deletes the mirror's data. WordPress' object cache does so with
 * “Flush cache”.
 */
async function checkRedisKeys({ store }: Mirror): Promise<Found | undefined> {
  const [first, ...others] = await findForeignKeys(store.redis)
  if (first === undefined) return undefined
  const shown = [first, ...others].map((key) => quote(key, 40)).join(', ')
  return {
    warning: `others keep data in the same database (${shown}): when they empty it, as WordPress does with “Flush cache”, the mirror loses what it knows. Set REDIS_URL to a separate Redis, or to another database (…/1)`,
  }
}

async function checkStoredData({ sync }: Mirror, { policy }: Config): Promise<Found | undefined> {
  const { named, more } = await sync.damaged.find(policy.menuId)
  const [first] = named
  if (first === undefined) return undefined
  const others = named.length - 1 + more
  const rest = others === 0 ? '' : ` There are ${others} others.`
  const rebuild = commandText({ argv: ['rebuild'] }, namedMirror())
  return { warning: `${damagedText(first)}${rest} Restore a backup, or run ${rebuild}` }
}

async function checkCmsType(mirror: Mirror, { policy }: Config): Promise<Found> {
  await mirror.assertCmsType()
  return `products are ${policy.cmsType}`
}

/** Listens as the daemon would, unless a daemon already listens there. */
async function checkDashboard(_mirror: Mirror, { ops }: Config): Promise<Found> {
  const login = requiredLogin(ops)
  const guard = login === undefined ? 'this machine only, no login' : `login as ${login.user}`
  if (await isServed(ops)) return `a daemon already listens on ${ops.host}:${ops.port} (${guard})`
  await tryListening(ops)
  return `can listen on ${ops.host}:${ops.port} (${guard})`
}

/** Whether a daemon of this project listens there. */
async function isServed({ host, port }: Config['ops']): Promise<boolean> {
  if (port === 0) return false
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${isIPv6(name) ? `[${name}]` : name}:${port}/healthz`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(healthMs) })
    return Health.safeParse(await answer.json()).success
  } catch {
    return false
  }
}

export async function checkCatalogue(
  { sync }: { sync: Pick<SyncDeps, 'readCatalog' | 'policy' | 'map'> & OfRenderer },
  config: Pick<Config, 'catalog'>,
  signal: AbortSignal,
): Promise<Found> {
  const catalog = await sync.readCatalog(signal)
  const { gtins, faults, notes, form } = catalog
  const missing = missingColumns(sync, catalog)
  if (missing.length > 0) return { failed: explainColumns(missing, catalog, sync) }
  const read = [form, `first ${gtins.slice(0, 3).join(', ')}`, ...notes].filter((part) => part !== undefined)
  const known = `${countOf(gtins.length, 'GTIN')} in ${config.catalog} (${read.join('; ')})`
  const unusable = sync.policy.retireTo === 'notice' ? findUnusableSuccessors(catalog) : undefined
  const listed = `${faults.slice(0, 3).join('; ')}${faults.length > 3 ? ' …' : ''}`
  const warnings = [
    ...(faults.length > 0 ? [`invalid entries: ${listed}. Repair them: each may hide a product`] : []),
    ...(unusable
      ? [
          `${countOf(unusable.count, 'cell')} of the column successor without the GTIN of another product, for example ${unusable.example}`,
        ]
      : []),
  ]
  return warnings.length === 0 ? known : { warning: [known, ...warnings].join('; ') }
}

export async function checkPartner(
  { sync }: { sync: Pick<SyncDeps, 'partner'> },
  config: Pick<Config, 'languages'>,
  signal: AbortSignal,
): Promise<Found> {
  const served = await sync.partner.fetchLanguages(signal)
  const missing = config.languages === 'all' ? [] : config.languages.filter((code) => !served.includes(code))
  if (missing.length > 0)
    return {
      failed: `LANGUAGES names ${missing.join(', ')}, which the partner does not serve (${served.join(', ')}). Set LANGUAGES to some of these, or to all`,
    }
  return `token accepted, ${countOf(served.length, 'language')}: ${served.join(', ')}`
}

async function checkLabels({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<Found> {
  const { labels } = await readTemplates(config.templateDir)
  // The Partner check reports why its languages are unknown.
  const served = await sync.partner.fetchLanguages(signal).catch(() => undefined)
  const wanted = config.languages === 'all' ? served : config.languages
  if (wanted === undefined)
    return {
      warning: 'not checked: the partner’s languages are unknown. Fix the Partner check first',
    }
  const languages = wanted.filter((code) => served === undefined || served.includes(code))
  const gaps = explainLabelGaps(languages, labels)
  return gaps.length === 0
    ? `complete for ${countOf(languages.length, 'language')}`
    : { warning: gaps.join('; ') }
}

export async function checkUser(
  { sync }: { sync: Pick<SyncDeps, 'cms'> },
  config: Pick<Config, 'policy'>,
  signal: AbortSignal,
): Promise<Found> {
  const user = await sync.cms.fetchUser(signal)
  const pages = ['publish_pages', 'edit_others_pages', 'delete_others_pages']
  const posts = pages.map((capability) => capability.replace('pages', 'posts'))
  const needed = [...pages, ...(config.policy.cmsType === 'posts' ? posts : []), 'upload_files']
  const missing = needed.filter(
    (capability) => user.capabilities.size > 0 && !user.capabilities.has(capability),
  )
  if (missing.length > 0)
    return {
      failed: `user ${user.name}${roleOf(user.roles)} may not ${missing.join(', ')}. Give it the role editor or administrator`,
    }
  const filtered = user.capabilities.size > 0 && !user.capabilities.has('unfiltered_html')
  const known = `signed in as ${user.name}`
  return filtered
    ? { warning: `${known}; without unfiltered_html the CMS rewrites markup. Give it the role administrator` }
    : known
}

function roleOf(roles: readonly string[]): string {
  return roles.length === 0 ? '' : ` (role ${roles.join(', ')})`
}

export async function checkRoutes(
  { sync }: { sync: Pick<SyncDeps, 'cms'> },
  config: Pick<Config, 'policy'>,
  signal: AbortSignal,
): Promise<Found> {
  const { namespace, routes } = await sync.cms.fetchRoutes(signal)
  const collections = [...new Set(['pages', config.policy.cmsType, 'media'])].map(
    (name) => `${namespace}/${name}`,
  )
  const missing = collections.map((path) => `/${path}`).filter((route) => !routes.has(route))
  if (missing.length > 0)
    return { failed: `the index has no ${missing.join(', ')}. Check CMS_API_ROOT and CMS_NAMESPACE` }
  return `${collections.join(', ').replace(/, ([^,]+)$/, ' and $1')} found`
}

async function checkMap({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<Found | undefined> {
  if (sync.map === undefined) return undefined
  const faults = await findMapFaults(sync, signal)
  if (faults.length > 0) return { failed: `${faults.map(mapFaultText).join('; ')}. ${mapRemedy}` }
  // The Partner check reports why its languages are unknown.
  const served = await sync.partner.fetchLanguages(signal).catch(() => undefined)
  const unknown = served === undefined ? [] : unknownLanguages(sync.map, served)
  if (unknown.length > 0) return { failed: unknown.join(' ') }
  return `${countOf(sync.map.rows.length, 'field')}, all of them known to the CMS`
}

async function checkLists({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<Found> {
  return explainProbe(await sync.cms.probe(signal))
}

/** Sends an empty batch, which writes nothing. */
async function checkBatches({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<Found> {
  const fault = await sync.cms.checkBatches(signal)
  return fault === undefined
    ? 'the CMS takes batches of pages'
    : { warning: noteText({ code: 'batches-blocked', detail: fault }, namedMirror()) }
}

/** Runs after the checks that sent requests to the CMS. */
async function checkAnswers(mirror: Mirror): Promise<Found | undefined> {
  const stray = mirror.strayText()
  return stray === undefined ? undefined : { warning: `the CMS sends ${stray}. ${strayRemedy}` }
}

async function checkMenu({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<Found | undefined> {
  const { menuId } = config.policy
  if (menuId === undefined) return undefined
  const remedy = 'Give it the role administrator, or unset MENU_ID'
  const { name, capabilities } = await sync.cms.fetchUser(signal)
  if (capabilities.size > 0 && !capabilities.has('edit_theme_options'))
    return { failed: `user ${name} may not edit menus (edit_theme_options). ${remedy}` }
  const menu = await sync.cms.readMenu(menuId, signal)
  if (!menu.ok) return { failed: `menu ${menuId} cannot be read (${menu.reason}). ${remedy}` }
  const { length } = menu.items
  return length === 0
    ? { warning: `menu ${menuId} is empty, or there is none with this id. Check MENU_ID` }
    : `menu ${menuId} has ${countOf(length, 'item')}`
}

/** An active run corrects links itself. */
async function checkLinks({ sync }: Mirror): Promise<Found | undefined> {
  if ((await sync.runs.activeId()) !== undefined) return undefined
  const count = await countStaleLinks(sync)
  if (count === 0) return undefined
  const problem = viewOfProblem({ code: 'links-outdated', count }, Date.now())
  return { warning: lineOfProblem(problem, namedMirror()) }
}

import type { Config } from '../../../../config/daemon.ts'
import { strayRemedy } from '../../../cms/connection/around-json.ts'
import { mapFaultText } from '../../../core/mapping/check-map.ts'
import { noteText } from '../../../core/report/notes/note-text.ts'
import { countOf } from '../../../core/text/format.ts'
import { lineOfProblem, viewOfProblem } from '../../../core/views/problem.ts'
import { unknownLanguages } from '../../../core/mapping/unknown-languages.ts'
import type { SyncDeps } from '../../../sync/deps.ts'
import { findMapFaults, mapRemedy } from '../../../sync/runs/assert-map.ts'
import { countStaleLinks } from '../../../sync/decisions/count-stale-links.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { explainProbe } from './explain-probe.ts'
import type { Found } from './check-secrets.ts'
import { namedMirror } from '../../terminal/named-mirror.ts'

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

export async function checkMap(
  { sync }: Mirror,
  _config: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (sync.map === undefined) return undefined
  const faults = await findMapFaults(sync, signal)
  if (faults.length > 0) return { failed: `${faults.map(mapFaultText).join('; ')}. ${mapRemedy}` }
  // The Partner check reports why its languages are unknown.
  const served = await sync.partner.fetchLanguages(signal).catch(() => undefined)
  const unknown = served === undefined ? [] : unknownLanguages(sync.map, served)
  if (unknown.length > 0) return { failed: unknown.join(' ') }
  return `${countOf(sync.map.rows.length, 'field')}, all of them known to the CMS`
}

export async function checkLists({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<Found> {
  return explainProbe(await sync.cms.probe(signal))
}

/** Sends an empty batch, which writes nothing. */
export async function checkBatches({ sync }: Mirror, _config: Config, signal: AbortSignal): Promise<Found> {
  const fault = await sync.cms.checkBatches(signal)
  return fault === undefined
    ? 'the CMS takes batches of pages'
    : { warning: noteText({ code: 'batches-blocked', detail: fault }, namedMirror()) }
}

/** Runs after the checks that sent requests to the CMS. */
export async function checkAnswers(mirror: Mirror): Promise<Found | undefined> {
  const stray = mirror.strayText()
  return stray === undefined ? undefined : { warning: `the CMS sends ${stray}. ${strayRemedy}` }
}

export async function checkMenu(
  { sync }: Mirror,
  config: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
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
export async function checkLinks({ sync }: Mirror): Promise<Found | undefined> {
  if ((await sync.runs.activeId()) !== undefined) return undefined
  const count = await countStaleLinks(sync)
  if (count === 0) return undefined
  const problem = viewOfProblem({ code: 'links-outdated', count }, Date.now())
  return { warning: lineOfProblem(problem, namedMirror()) }
}

import type { Page, PageWrite } from '../core/page.ts'
import { inChunks } from '../lib/chunks.ts'
import { MirrorError } from '../lib/errors.ts'
import type { SyncDeps } from './deps.ts'

type Deps = Pick<SyncDeps, 'cms' | 'parents' | 'renderer' | 'policy' | 'log'>
type Level = { path: string; slug: string; parent: number; title: string; content: string }

/**
 * Makes sure that the root page and one page a language exist, and answers the language pages' ids. A page that
 * stands at one of these places already, whoever made it, serves as parent and is never written to. Without `create`
 * only what stands is found.
 */
export async function ensureParents(
  deps: Deps,
  languages: readonly string[],
  options: { create: boolean },
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const alive = new Set(
    (await deps.cms.readPages([...new Set(Object.values(known))].slice(0, 100), signal))
      .filter(isUsable)
      .map((page) => page.id),
  )
  const found = Object.fromEntries(Object.entries(known).filter(([, id]) => alive.has(id)))

  const root: Level = {
    path: rootSlug,
    slug: rootSlug,
    parent: 0,
    ...deps.renderer.renderParent({ kind: 'root' }),
  }
  const [rootId] = await ensureLevel(deps, [root], found, options, signal)
  const levels = languages.map((language): Level => ({
    path: `${rootSlug}/${language}`,
    slug: language,
    parent: rootId ?? 0,
    ...deps.renderer.renderParent({ kind: 'language', language }),
  }))
  const ids = await ensureLevel(deps, levels, found, options, signal)
  return Object.fromEntries(languages.map((language, index) => [language, ids[index] ?? 0]))
}

async function ensureLevel(
  deps: Deps,
  levels: Level[],
  found: Record<string, number>,
  options: { create: boolean },
  signal: AbortSignal,
): Promise<number[]> {
  const missing = levels.filter(({ path }) => found[path] === undefined)
  const standing =
    missing.length === 0
      ? []
      : await deps.cms.findPages(
          missing.map(({ slug }) => slug),
          signal,
        )
  const toCreate: Level[] = []
  for (const level of missing) {
    const page = standing.find(
      ({ slug, parent, ...rest }) =>
        slug === level.slug && parent === level.parent && isUsable({ slug, parent, ...rest }),
    )
    if (page) await bind(deps, level, page, found)
    else toCreate.push(level)
  }
  for (const group of options.create ? inChunks(toCreate, 25) : []) {
    const writes = group.map(({ slug, parent, title, content }): PageWrite => ({
      kind: 'create',
      body: { slug, parent, title, content, status: 'publish' },
    }))
    for (const [index, written] of (await deps.cms.writePages(writes, signal)).entries()) {
      const level = group[index]
      if (level === undefined) continue
      if (!written.ok)
        throw new MirrorError(
          `The CMS refused the parent page /${level.path}: ${written.reason} (${written.code})`,
        )
      await bind(deps, level, written.page, found)
      deps.log.info({ path: level.path, pageId: written.page.id }, 'parent page created')
    }
  }
  return levels.map(({ path }) => found[path] ?? 0)
}

async function bind(deps: Deps, level: Level, page: Page, found: Record<string, number>): Promise<void> {
  found[level.path] = page.id
  await deps.parents.save(level.path, page.id)
}

function isUsable(page: Page): boolean {
  return page.status !== 'trash' && page.status !== 'auto-draft'
}

/** The known language pages' ids by language. */
export async function languageParents(
  deps: Pick<SyncDeps, 'parents' | 'policy'>,
): Promise<Record<string, number>> {
  const prefix = `${deps.policy.rootSlug}/`
  const known = Object.entries(await deps.parents.read()).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(known.map(([path, id]) => [path.slice(prefix.length), id]))
}

import type { Page } from '../../core/page/page.ts'
import { isNumberedSlug, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { addNotes } from '../runs/add-notes.ts'
import { graceLeftMs } from '../batches/grace-left.ts'
import { createParents } from './create-parents.ts'
import type { SyncDeps } from '../deps.ts'
import { isUsable, parentId, currentParentAt, type Level } from './parent-level.ts'

type Options = { runId: string; create: boolean }
/** `waitMs` above 0: a create may still land, call again after that. */
type Ensured = { waitMs: number }
type Made = Ensured & { failed: boolean }
type Found = Record<string, number>

/**
 * Makes sure that the root page and one page per language exist. An existing page at such a place serves as parent,
 * whoever made it, and is never written to. Without `create`, only existing pages are found. A page that the CMS cannot
 * save stays missing, with a note. Called again, it searches before it sends anything.
 */
export async function ensureParents(
  deps: SyncDeps,
  languages: readonly string[],
  options: Options,
  signal: AbortSignal,
): Promise<Ensured> {
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const pages = await deps.parentPages.readPages([...new Set(Object.values(known))], signal)
  const alive = new Map(pages.filter(isUsable).map((page) => [page.id, page]))
  const found: Found = Object.fromEntries(Object.entries(known).filter(([, id]) => alive.has(id)))
  await keepAddresses(deps, found, alive)
  const root = await ensureLevels(
    deps,
    [{ path: rootSlug, slug: rootSlug, parent: 0 }],
    { ...options, found },
    signal,
  )
  const rootId = found[rootSlug]
  if (rootId === undefined) return { waitMs: root.waitMs }
  const levels = languages.map((language): Level => {
    return { path: `${rootSlug}/${language}`, slug: language, parent: rootId }
  })
  const ensured = await ensureLevels(deps, levels, { ...options, found }, signal)
  if (options.create && ensured.waitMs === 0 && !ensured.failed) await deps.parents.trust()
  return { waitMs: ensured.waitMs }
}

/** Saves the addresses again, because an editor may have renamed or moved a page. */
async function keepAddresses(
  { parents }: SyncDeps,
  found: Found,
  pages: ReadonlyMap<number, Page>,
): Promise<void> {
  const addresses = await parents.addresses()
  for (const [path, id] of Object.entries(found)) {
    const page = pages.get(id)
    if (page && page.link !== addresses[path]) await parents.save(path, page)
  }
}

async function ensureLevels(
  deps: SyncDeps,
  levels: readonly Level[],
  { found, runId, create }: Options & { found: Found },
  signal: AbortSignal,
): Promise<Made> {
  const missing = levels.filter(({ path }) => found[path] === undefined)
  if (missing.length === 0) return { waitMs: 0, failed: false }
  const intents = await deps.writes.intents(missing.map(({ path }) => parentId(path)))
  const sent = missing.filter((_, index) => intents[index] !== undefined)
  await deps.writes.markUncertain(
    runId,
    sent.map(({ path }) => parentId(path)),
  )
  const current = await deps.parentPages.findExactly(
    missing.flatMap(({ slug }) => [slug, ...numberedSlugs(slug)]),
    signal,
  )
  const bind = async (level: Level, page: Page): Promise<void> => {
    found[level.path] = page.id
    // In this order: after a crash in between, the page is found again; a leftover intent would not be.
    await deps.writes.clearIntents([parentId(level.path)])
    await deps.parents.save(level.path, page)
    await addNotes(deps, runId, isNumberedSlug(page.slug, level.slug) ? [numberedNote(level, page)] : [])
  }
  const toCreate: { level: Level; since: number | undefined }[] = []
  let waitMs = 0
  for (const [index, level] of missing.entries()) {
    const page = currentParentAt(level, current)
    const intent = intents[index]
    const left = graceLeftMs(deps, intent)
    if (page) await bind(level, page)
    else if (left > 0) waitMs = Math.max(waitMs, left)
    else toCreate.push({ level, since: intent === undefined ? deps.parentPages.clock() : intent.since })
  }
  if (!create) return { waitMs: 0, failed: false }
  const made = await createParents(deps, { runId, wanted: toCreate, bind }, signal)
  return { waitMs: Math.max(waitMs, made.waitMs), failed: made.failed }
}

function numberedNote({ path, slug }: Level, page: Page): string {
  return `the parent page /${path} has the slug ${page.slug} (page ${page.id}, ${page.link}): something that is not a page, perhaps an attachment, uses ${slug}. This works; for the shorter address, rename that item first and then the page`
}

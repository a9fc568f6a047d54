import { numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { SendFailures } from '../../core/plan/batch-split.ts'
import { UnusableError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import { bindParent, createParents, type MadeParents, type MissingParent } from './create-parents.ts'
import { currentParentAt, isUsable, parentId, type Level } from './parent-level.ts'

type Options = { runId: string; create: boolean }

/**
 * Ensures that the root page and one page per language exist. An existing page at such a place serves as parent, even
 * if the mirror did not create it, and is never written to. Without `create`, only existing pages are found. A page
 * that the CMS cannot save stays missing, with a note. `waitMs` above 0: a create may still land; call again after
 * that. It searches before it sends anything.
 */
export async function ensureParents(
  deps: SyncDeps,
  languages: readonly string[],
  options: Options,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const { rootSlug } = deps.policy
  const known = await readUsable(deps, signal)
  const root = await ensureLevels(
    deps,
    known.has(rootSlug) ? [] : [{ path: rootSlug, slug: rootSlug, parent: 0 }],
    options,
    signal,
  )
  const rootId = known.get(rootSlug) ?? root.ids.get(rootSlug)
  if (rootId === undefined) return { waitMs: root.waitMs }
  const levels = languages.map((language): Level => {
    return { path: `${rootSlug}/${language}`, slug: language, parent: rootId }
  })
  const missing = levels.filter(({ path }) => !known.has(path))
  const { waitMs, incomplete } = await ensureLevels(deps, missing, options, signal)
  if (options.create && waitMs === 0 && !incomplete) await deps.parents.trust()
  return { waitMs }
}

/** Ids of the known parent pages that are still usable, by path; saves new URLs after a rename or move. */
async function readUsable(
  { parents, parentPages }: SyncDeps,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const known = Object.entries(await parents.read())
  const ids = new Set(known.map(([, id]) => id))
  const { pages, unreadable } = await parentPages.readAddresses([...ids], signal)
  const usable = new Map(pages.filter(isUsable).map((page) => [page.id, page] as const))
  const addresses = await parents.addresses()
  for (const [path, id] of known) {
    const page = usable.get(id)
    if (page && page.link !== addresses[path]) await parents.save(path, page)
  }
  // Without these, an existing but unreadable page would be created again.
  return new Map(known.filter(([, id]) => usable.has(id) || unreadable.has(id)))
}

async function ensureLevels(
  deps: SyncDeps,
  missing: readonly Level[],
  { runId, create }: Options,
  signal: AbortSignal,
): Promise<MadeParents> {
  const ids = new Map<string, number>()
  if (missing.length === 0) return { ids, waitMs: 0, incomplete: false }
  const intents = await deps.writes.intents(missing.map(({ path }) => parentId(path)))
  const sent = missing.filter((_, index) => intents[index] !== undefined)
  await deps.writes.markUncertain(
    runId,
    sent.map(({ path }) => parentId(path)),
  )
  const { pages: current, unreadable } = await deps.parentPages.findEach(
    missing.flatMap(({ slug }) => [slug, ...numberedSlugs(slug)]),
    signal,
  )
  const unread = await noteUnreadable(deps, runId, missing, unreadable)
  const toCreate: MissingParent[] = []
  const graceLeft = await openGrace(deps, intents)
  let waitMs = 0
  for (const [index, level] of missing.entries()) {
    // The unreadable page at its slug may be the parent page.
    if (unread.has(level)) continue
    const page = currentParentAt(level, current)
    const intent = intents[index]
    const left = graceLeft(intent)
    if (page) {
      await bindParent(deps, runId, { level, page, intent })
      ids.set(level.path, page.id)
    } else if (left > 0) waitMs = Math.max(waitMs, left)
    else {
      const since = intent === undefined ? deps.parentPages.clock() : intent.since
      toCreate.push({ level, since, known: intent })
    }
  }
  if (!create) return { ids, waitMs: 0, incomplete: unread.size > 0 }
  const made = await createParents(deps, runId, toCreate, signal)
  return {
    ids: new Map([...ids, ...made.ids]),
    waitMs: Math.max(waitMs, made.waitMs),
    incomplete: made.incomplete || unread.size > 0,
  }
}

/**
 * The places with an unreadable page at their slug. Records of such a language fail with the reason. Below an
 * unreadable root page, pages can neither be found nor created.
 */
async function noteUnreadable(
  deps: SyncDeps,
  runId: string,
  levels: readonly Level[],
  unreadable: ReadonlyMap<string, string>,
): Promise<Set<Level>> {
  const found = new Map<Level, string>()
  for (const level of levels) {
    const slug = [level.slug, ...numberedSlugs(level.slug)].find((some) => unreadable.has(some))
    if (slug !== undefined)
      found.set(level, `cannot read what is at the slug ${slug}: ${unreadable.get(slug)}`)
  }
  for (const [{ parent, path }, reason] of found) {
    if (parent === 0)
      throw new UnusableError(
        'cms',
        `The CMS ${reason}. The root page /${path} belongs there. Repair or delete that page in the CMS.`,
      )
  }
  const since = deps.now().getTime()
  const sendFailures = [...found].map(([{ path }, said]): [string, SendFailures] => [
    parentId(path),
    { lost: 1, alone: 1, away: 0, since, said },
  ])
  await deps.sendFailures.save(runId, new Map(sendFailures))
  return new Set(found.keys())
}

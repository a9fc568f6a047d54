import { readPage } from '../../core/page/mirrored-page.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import { isUnpublishedDraft } from '../../core/page/waiting-draft.ts'
import type { Page } from '../../core/record/page.ts'
import type { Unknown } from '../../core/plan/guards.ts'
import { slugOf, toRecordKey, type CreatedSlug, type RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { groupBy, inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

const idsAtOnce = 500
const recordsPerLookup = 100

/** In a CMS with at most this many pages, one list of all slugs replaces the lookups. */
const fewPages = 300
const pagesPerList = 100

/** Redis loses whole hashes, and a hash holds all records of a language, so a sample of this size shows a loss. */
const lookedAt = 1_000

/**
 * Looks up the pages of planned creates. Saves those that visitors cannot open, so that this run does not link them.
 * Counts the visible ones with the record's block, which indicate that Redis lost data. Pages that may have landed
 * after their record failed or its process was killed are not counted. A verify, a rebuild and an undo create no pages.
 */
export async function lookUpCreates(
  deps: SyncDeps,
  { id: runId, kind }: Pick<Run, 'id' | 'kind'>,
  signal: AbortSignal,
): Promise<Map<string, Unknown>> {
  const found = new Map<string, Unknown>()
  if (kind !== 'sync' && kind !== 'plan') return found
  const planned = await listCreates(deps, runId)
  const all = await readAllSlugs(deps, [...planned.values()], signal)
  for (const [language, creates] of planned) {
    const mayExist = creates.filter(({ slug, ...key }) =>
      slugsOf(key, slug).some((one) => all?.has(one) ?? true),
    )
    let pages = 0
    for (const group of inChunks(mayExist, recordsPerLookup)) pages += await lookUpGroup(deps, group, signal)
    if (pages > 0) found.set(language, { pages, known: await deps.snapshots.countMirrored(language) })
  }
  return found
}

/** A record to create, and its slug unless it is the default one. */
type Creating = RecordKey & CreatedSlug

async function listCreates({ plans }: SyncDeps, runId: string): Promise<Map<string, Creating[]>> {
  const creates = new Map<string, Creating[]>()
  // The plan's order starts with the creates.
  const { create } = await plans.countKinds(runId)
  for (let at = 0; at < create; at += idsAtOnce) {
    const ids = await plans.list(runId, 'write', at, Math.min(idsAtOnce, create - at))
    const slugs = await plans.slugs(runId, ids)
    for (const [index, id] of ids.entries()) {
      const key = toRecordKey(id)
      const listed = creates.get(key.language) ?? []
      if (listed.length < lookedAt) listed.push({ ...key, slug: slugs[index] })
      creates.set(key.language, listed)
    }
  }
  return creates
}

/**
 * The slugs of all pages, if their list takes fewer requests than the lookups. It only spares lookups without a result:
 * no page is created without a later lookup.
 */
async function readAllSlugs(
  { cms, observed }: SyncDeps,
  planned: readonly (readonly Creating[])[],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const { total } = (await observed.readCursor()) ?? {}
  if (total === undefined || total > fewPages) return undefined
  const lookups = planned.reduce((sum, creates) => sum + Math.ceil(creates.length / recordsPerLookup), 0)
  return Math.ceil(total / pagesPerList) < lookups ? cms.readSlugs(fewPages, signal) : undefined
}

/** Saves the states of the existing pages of some records, and returns how many count as unknown. */
async function lookUpGroup(
  deps: SyncDeps,
  creates: readonly Creating[],
  signal: AbortSignal,
): Promise<number> {
  const wanted = creates.map(({ slug, ...key }) => ({ key, slugs: slugsOf(key, slug) }))
  // An unreadable page is neither created nor changed, and reveals nothing about the stored data.
  const { pages } = await deps.cms.findEach(
    wanted.flatMap(({ slugs }) => slugs),
    signal,
  )
  const bySlug = groupBy(pages, ({ slug }) => slug)
  const existing = wanted.flatMap(({ key, slugs }): (RecordKey & { page: Page })[] => {
    const own = slugs
      .flatMap((slug) => bySlug.get(slug) ?? [])
      .filter((page) => readPage(key, page).block.state !== 'missing')
    const page = own.find(({ status }) => status !== 'trash') ?? own[0]
    return page === undefined ? [] : [{ ...key, page }]
  })
  if (existing.length === 0) return 0
  await saveStates(deps, existing)
  return countUnsent(deps, existing)
}

/** The slug of a new page, and the default one, which the page has if it was created before the map named slugs. */
function slugsOf(key: RecordKey, slug: string | undefined): string[] {
  const slugs = [...new Set([slugOf(key, { slug }), slugOf(key)])]
  return [...slugs, ...slugs.map(trashedSlug)]
}

async function saveStates(deps: SyncDeps, existing: readonly (RecordKey & { page: Page })[]): Promise<void> {
  const { pageStatus } = deps.policy
  const at = deps.now().toISOString()
  await deps.pageStates.replace(
    existing.map(({ page, ...key }) => {
      const awaits = isUnpublishedDraft(readPage(key, page)) ? [] : undefined
      return { key, state: pageStateOf(page, [], { pageStatus, at, awaits }) }
    }),
  )
}

/** The visible pages without a write of ours with an unknown outcome. */
async function countUnsent(
  { writes, failing, policy }: SyncDeps,
  existing: readonly (RecordKey & { page: Page })[],
): Promise<number> {
  const visible = existing.filter(
    ({ page: { status } }) => status === 'publish' || status === policy.pageStatus,
  )
  const [intents, failed] = await Promise.all([
    readOrUndefined(visible, (some) => writes.intents(some)),
    readOrUndefined(visible, (some) => failing.read(some)),
  ])
  return visible.filter((_, index) => intents[index] === undefined && failed[index] === undefined).length
}

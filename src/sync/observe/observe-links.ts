import { isWithdrawn } from '../../core/page/page-state.ts'
import { staysInPlace } from '../../core/record/snapshot.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

const perRequest = 100

/** A page and its URL, if known. `isRetired`: the mirror withdrew it. */
type Bound = RecordKey & { pageId: number; link: string | undefined; isRetired: boolean }

/**
 * Finds pages that moved without a save, because a page above them or the site's URLs changed. It reads the URLs of the
 * parent pages and of one page per language, a hundred per request. Only if one differs, it reads the URLs of all pages
 * in that language. Earlier versions stored no URLs: then all are read once. Does not write to the CMS, and may be
 * repeated.
 */
export async function observeLinks(deps: SyncDeps, runId: string, signal: AbortSignal): Promise<void> {
  const samples: Bound[] = []
  for (const language of await deps.snapshots.languages()) {
    const sample = await findSample(deps, language)
    if (sample) samples.push(sample)
  }
  await observeParents(deps, samples, signal)
  for (const language of await deps.movedLanguages.read()) {
    const moved = await readAll(deps, language, signal)
    await deps.movedLanguages.clear(language)
    deps.log.info({ runId, language, moved }, 'addresses of all pages in a language read')
  }
}

/** Compares the URLs of the parent pages, and of one page per language. */
async function observeParents(
  { cms, parentPages, parents, movedLanguages, policy }: SyncDeps,
  samples: readonly Bound[],
  signal: AbortSignal,
): Promise<void> {
  const known = Object.entries(await parents.read())
  const parentIds = known.map(([, id]) => id)
  const sampleIds = samples.map(({ pageId }) => pageId)
  const isOne = policy.cmsType === 'pages'
  const links = await linksOf(parentPages, isOne ? [...parentIds, ...sampleIds] : parentIds, signal)
  for (const [path, id] of known) {
    const link = links.get(id)
    if (link !== undefined) await parents.save(path, { id, link, status: 'publish' })
  }
  const sampled = isOne ? links : await linksOf(cms, sampleIds, signal)
  const moved = samples.filter(({ pageId, link }) => (sampled.get(pageId) ?? link) !== link)
  await movedLanguages.mark(moved.map(({ language }) => language))
}

/** The first page of a language that is visible to visitors. */
async function findSample(deps: SyncDeps, language: string): Promise<Bound | undefined> {
  for await (const all of scanBound(deps, language)) {
    const bound = all.filter(({ isRetired }) => !isRetired)
    const states = await readOrUndefined(bound, (some) => deps.pageStates.read(some))
    const sample = bound.find((_, index) => !isWithdrawn(states[index]))
    if (sample) return sample
  }
  return undefined
}

/**
 * Saves the URLs of all pages in a language, and returns how many changed. The new one of a page that visitors do not see is
 * unknown: it is forgotten, and follows from those of the parent pages.
 */
async function readAll(deps: SyncDeps, language: string, signal: AbortSignal): Promise<number> {
  let moved = 0
  for await (const bound of scanBound(deps, language))
    for (const group of inChunks(bound, perRequest)) {
      const [links, states] = await Promise.all([
        linksOf(
          deps.cms,
          group.map(({ pageId }) => pageId),
          signal,
        ),
        readOrUndefined(group, (some) => deps.pageStates.read(some)),
      ])
      moved += await deps.snapshots.saveLinks(
        group.flatMap(({ gtin, pageId, isRetired }, index) => {
          const link = links.get(pageId)
          const isKnown = link !== undefined || isRetired || isWithdrawn(states[index])
          return isKnown ? [{ key: { gtin, language }, pageId, link }] : []
        }),
      )
    }
  return moved
}

async function* scanBound({ snapshots }: SyncDeps, language: string): AsyncIterable<Bound[]> {
  for await (const scanned of snapshots.scan(language))
    yield scanned.flatMap(({ gtin, head }) => {
      const { pageId, link, retiredTo } = head
      const isRetired = head.state === 'retired' && !staysInPlace(head)
      return retiredTo === 'delete' ? [] : [{ gtin, language, pageId, link, isRetired }]
    })
}

/** The URLs of public pages. */
async function linksOf(
  cms: Pick<SyncDeps['cms'], 'readLinks'>,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const links = new Map<number, string>()
  for (const group of inChunks([...new Set(ids)], perRequest))
    for (const [id, link] of await cms.readLinks(group, signal)) links.set(id, link)
  return links
}

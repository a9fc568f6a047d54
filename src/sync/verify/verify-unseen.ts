import { comparePage } from '../../core/page/compare-page.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import type { FindingReason } from '../../core/reasons/finding-reasons.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { saveGonePages, saveSeenPages } from '../observe/save-seen-pages.ts'
import { recordFindings, readSnapshots, type Found } from './record-findings.ts'
import type { Run } from '../../core/run/run.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'

/** A record and the page in its snapshot. */
type BoundRecord = RecordKey & { pageId: number }

const perRequest = 100

/**
 * Reads, by id, each mirrored page that the walk did not find. Its block was removed, it moved during the walk, or it
 * is gone. Returns how many pages of the language are mirrored.
 */
export async function verifyUnseen(
  deps: SyncDeps,
  run: Run,
  { language, parent }: { language: string; parent: number | undefined },
  signal: AbortSignal,
): Promise<number> {
  let mirrored = 0
  const waiting: BoundRecord[] = []
  for await (const page of deps.snapshots.scan(language)) {
    const bound = page
      .filter(({ head }) => head.state === 'mirrored')
      .map(({ gtin, head: { pageId } }) => ({ gtin, language, pageId }))
    mirrored += bound.length
    const ids = bound.map(({ pageId }) => pageId)
    const seen = await deps.findings.seen(run.id, ids)
    for (const record of bound.filter((_, index) => seen[index] !== true)) waiting.push(record)
    while (waiting.length >= perRequest)
      await auditById(deps, run, { records: waiting.splice(0, perRequest), parent }, signal)
  }
  if (waiting.length > 0) await auditById(deps, run, { records: waiting, parent }, signal)
  return mirrored
}

async function auditById(
  deps: SyncDeps,
  run: Run,
  { records, parent }: { records: readonly BoundRecord[]; parent: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const all = await readSnapshots(deps, run.id, records)
  const ids = all.map(({ entry }) => entry.pageId)
  const read = await deps.cms.readTexts(ids, signal)
  const pages = new Map(read.pages.map((page) => [page.id, page]))
  await deps.runs.saveOutcomes(
    run.id,
    all.flatMap(({ entry: { gtin, language, pageId } }): Outcome[] => {
      const detail = read.unreadable.get(pageId)
      if (detail === undefined) return []
      const reasons = [{ code: 'not-compared' as const, pageId, detail }]
      return [{ gtin, language, pageId, result: 'failed', reasons }]
    }),
  )
  const compared = all.filter(({ entry }) => !read.unreadable.has(entry.pageId))
  const slugs = compared.flatMap(({ entry, snapshot }) =>
    pages.has(entry.pageId) ? [] : [slugOf(entry, snapshot)],
  )
  const { pages: current, unreadable } = await deps.cms.findEach(
    slugs.flatMap((slug) => [slug, trashedSlug(slug)]),
    signal,
  )
  const seen: [MirroredPage, Snapshot][] = []
  const found = compared.flatMap(({ entry, snapshot }): Found[] => {
    const { gtin, language, pageId } = entry
    const page = pages.get(pageId)
    if (page === undefined) {
      const slug = slugOf(entry, snapshot)
      const why = unreadable.get(slug) ?? unreadable.get(trashedSlug(slug))
      return [explainMissing(entry, snapshot, { current, why })]
    }
    const mirrored = readPage({ gtin, language }, page)
    if (snapshot !== undefined) seen.push([mirrored, snapshot])
    const findings = comparePage(mirrored, { snapshot, parent })
    return findings.map((finding) => ({ finding, snapshot }))
  })
  await saveSeenPages(deps, seen, signal)
  await saveGonePages(
    deps,
    compared.map(({ entry }) => entry).filter(({ pageId }) => !pages.has(pageId)),
  )
  await recordFindings(deps, run, found)
  await deps.findings.saveSeen(run.id, ids)
}

/** The page at the record’s slug decides whether its page can be recreated. */
function explainMissing(
  record: BoundRecord,
  snapshot: Snapshot | undefined,
  { current, why }: { current: readonly Page[]; why: string | undefined },
): Found {
  const missing = (reason: FindingReason): Found => ({ finding: { ...record, kind: 'missing', reason } })
  if (why !== undefined) return missing({ code: 'deleted-unreadable', detail: why })
  const slug = slugOf(record, snapshot)
  const isOurs = (page: Page): boolean => readPage(record, page).block.state !== 'missing'
  const live = current.filter((page) => page.slug === slug && page.status !== 'trash')
  const ours = live.find(isOurs)
  const foreign = live[0]
  const trashed = current.find((page) => page.slug === trashedSlug(slug) && isOurs(page))
  if (ours) return { ...missing({ code: 'deleted-adoptable', pageId: ours.id }), snapshot }
  if (foreign) return missing({ code: 'deleted-slug-taken', pageId: foreign.id })
  if (trashed) return missing({ code: 'deleted-in-trash', pageId: trashed.id })
  return { ...missing({ code: 'deleted' }), snapshot }
}

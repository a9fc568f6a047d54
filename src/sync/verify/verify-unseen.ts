import { auditPage } from '../../core/page/audit-page.ts'
import { findBlock } from '../../core/markup/find-block.ts'
import type { Page } from '../../core/page/page.ts'
import { slugOf, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable } from '../runs/readable.ts'
import { recordFindings, type Found } from './record-findings.ts'
import type { Run } from '../../core/record/run.ts'

type Entry = { key: RecordKey; head: SnapshotHead }

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
  let waiting: Entry[] = []
  for await (const page of deps.snapshots.scan(language)) {
    const entries = page.filter(({ head }) => head.state === 'mirrored')
    mirrored += entries.length
    const seen = await deps.findings.seen(
      run.id,
      entries.map(({ head }) => head.pageId),
    )
    waiting.push(
      ...entries
        .filter((_, index) => seen[index] !== true)
        .map(({ gtin, head }) => ({ key: { gtin, language }, head })),
    )
    for (const group of inChunks(waiting, perRequest)) {
      if (group.length < perRequest) break
      await auditById(deps, run, { all: group, parent }, signal)
    }
    waiting = waiting.slice(waiting.length - (waiting.length % perRequest))
  }
  await auditById(deps, run, { all: waiting, parent }, signal)
  return mirrored
}

async function auditById(
  deps: SyncDeps,
  run: Run,
  { all, parent }: { all: readonly Entry[]; parent: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (all.length === 0) return
  const flat = all.map(({ key, head }) => ({ ...key, head }))
  const { keys, found: snapshots, damaged } = await readReadable(flat, (some) => deps.snapshots.read(some))
  await deps.runs.saveOutcomes(run.id, damaged)
  const entries = keys.map(({ head, ...key }) => ({ key, head }))
  const ids = entries.map(({ head }) => head.pageId)
  const pages = new Map((await deps.cms.readPages(ids, signal)).map((page) => [page.id, page]))
  const gone = entries.filter(({ head }) => !pages.has(head.pageId))
  const current =
    gone.length === 0
      ? []
      : await deps.cms.findPages(
          gone.map(({ key }) => slugOf(key)),
          signal,
        )
  const found = entries.flatMap(({ key, head }, index): Found[] => {
    const page = pages.get(head.pageId)
    const snapshot = snapshots[index]
    if (page) return auditPage(key, page, { snapshot, parent }).map((finding) => ({ finding, snapshot }))
    return [missing(key, head.pageId, snapshot, current)]
  })
  await recordFindings(deps, run, found)
  await deps.findings.saveSeen(run.id, ids)
}

/** The page at the record’s slug decides whether its page can be recreated. */
function missing(
  key: RecordKey,
  pageId: number,
  snapshot: Snapshot | undefined,
  current: readonly Page[],
): Found {
  const finding = (detail: string): Found['finding'] => ({ ...key, kind: 'missing', pageId, detail })
  const slug = slugOf(key)
  const live = current.filter((page) => page.slug === slug && page.status !== 'trash')
  const other = live.find((page) => isOurs(page, key)) ?? live[0]
  const trashed = current.find((page) => page.slug === `${slug}__trashed` && isOurs(page, key))
  if (other && !isOurs(other, key))
    return {
      finding: finding(
        `it was deleted, and page ${other.id}, which is not ours, has its slug; give that page another slug`,
      ),
    }
  if (other)
    return {
      finding: finding(
        `it was deleted, and page ${other.id} has its slug and this record’s block; product-mirror verify --repair adopts that page`,
      ),
      snapshot,
    }
  if (trashed)
    return {
      finding: finding(
        `it was deleted, and page ${trashed.id} of this record is in the trash; restore that page, or delete it permanently`,
      ),
    }
  return {
    finding: finding('it was deleted from the CMS; product-mirror verify --repair recreates it'),
    snapshot,
  }
}

function isOurs(page: Page, key: RecordKey): boolean {
  return findBlock(page.content, key).state !== 'missing'
}

import { comparePage, recordOfPage } from '../../core/page/compare-page.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { saveSeenPages } from '../observe/save-seen-pages.ts'
import { addNotes } from '../runs/add-notes.ts'
import { languageParents } from '../runs/language-parents.ts'
import { recordFindings, readSnapshots, type Found } from './record-findings.ts'
import type { Run } from '../../core/run/run.ts'
import { verifyFiles, withoutLostImages } from './verify-files.ts'
import { verifyLinks } from './verify-links.ts'
import { verifyNotices } from './verify-notices.ts'
import { verifyParents } from './verify-parents.ts'
import { verifyUnseen } from './verify-unseen.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** The progress of a comparison, in hundreds of pages. */
export type Position = { read: number; save(read: number): Promise<void> }

/**
 * Compares every page of the CMS with the snapshots, a hundred per request. Saves the findings with the run and plans
 * the repairs that the run may make. Does not write to the CMS. May be stopped at any time: compared pages are not read
 * again.
 */
export async function verifyMirror(
  deps: SyncDeps,
  run: Run,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  let { read } = position
  if (read === 0) {
    await deps.findings.clear(run.id, true)
    await deps.runs.advance(run.id, { total: await deps.snapshots.countMirrored() })
    await verifyFiles(deps, run, signal)
  }
  const languages = await deps.snapshots.languages()
  // Posts have no parent page.
  const parents = deps.policy.cmsType === 'pages' ? await languageParents(deps) : {}
  const isStopped = async (): Promise<boolean> => (await deps.runs.state(run.id)) !== 'planning'
  for await (const { pages, notes } of deps.cms.walkPages(read, signal)) {
    if (await isStopped()) return
    await addNotes(deps, run.id, notes)
    const ours = pages.flatMap((page): (RecordKey & { page: Page })[] => {
      const key = recordOfPage(page, languages)
      return key === undefined ? [] : [{ ...key, page }]
    })
    await verifyPages(deps, run, { ours, parents }, signal)
    await position.save((read += 1))
  }
  const mirrored: string[] = []
  let records = 0
  for (const language of languages) {
    if (await isStopped()) return
    const count = await verifyUnseen(deps, run, { language, parent: parents[language] }, signal)
    if (count > 0) mirrored.push(language)
    records += count
  }
  await verifyParents(deps, run, mirrored, signal)
  await verifyLinks(deps, run)
  await verifyNotices(deps, run)
  await deps.runs.update(run.id, { languages: mirrored, counts: { ...run.counts, records } })
}

async function verifyPages(
  deps: SyncDeps,
  run: Run,
  { ours, parents }: { ours: readonly (RecordKey & { page: Page })[]; parents: Record<string, number> },
  signal: AbortSignal,
): Promise<void> {
  const read = await withoutLostImages(deps, await readSnapshots(deps, run.id, ours))
  const compared = read.map(({ entry: { gtin, language, page }, snapshot }) => ({
    mirrored: readPage({ gtin, language }, page),
    snapshot,
  }))
  const found = compared.flatMap(({ mirrored, snapshot }) => {
    const { key, page } = mirrored
    const findings = comparePage(mirrored, { snapshot, parent: parents[key.language] })
    return findings.map((finding) => ({ finding, snapshot, page }))
  })
  await saveSeenPages(
    deps,
    withValues(
      compared.map(({ mirrored }) => mirrored),
      compared.map(({ snapshot }) => snapshot),
    ),
    signal,
  )
  await recordFindings(deps, run, await withoutSuccessors(deps, found, signal))
  // Only pages compared with their own snapshot count as seen; others are read by id.
  const seen = compared.flatMap(({ mirrored: { page }, snapshot }) =>
    snapshot?.pageId === page.id ? [page.id] : [],
  )
  await deps.findings.saveSeen(run.id, seen)
  await deps.runs.advance(run.id, { planned: seen.length })
}

/** If the page in the snapshot is gone, a page at the record’s slug is not a duplicate: the first one is missing. */
async function withoutSuccessors(
  deps: SyncDeps,
  found: readonly (Found & { page: Page })[],
  signal: AbortSignal,
): Promise<Found[]> {
  const boundOf = ({ finding, snapshot, page }: Found & { page: Page }): number | undefined =>
    finding.kind === 'duplicate' && !('path' in finding) && page.slug === slugOf(finding, snapshot)
      ? snapshot?.pageId
      : undefined
  const ids = [...new Set(found.flatMap((one) => boundOf(one) ?? []))]
  const existing = ids.length === 0 ? new Set<number>() : await deps.cms.findExisting(ids, signal)
  return found.filter((one) => {
    const bound = boundOf(one)
    return bound === undefined || existing.has(bound)
  })
}

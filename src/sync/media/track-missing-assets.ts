import type { Outcome, PageChange, WriteChange } from '../../core/run/change.ts'
import { missingAssetsOf, type MissingAssets } from '../../core/decisions/missing-assets.ts'
import { isForSuccessor } from '../../core/page/links.ts'
import { documentUses } from '../../core/media/kept-documents.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readMedia } from '../plan/read-media.ts'
import { readWrites } from '../plan/read-writes.ts'

/** The results after which a page shows its planned version. */
const shownAfter: ReadonlySet<Outcome['result']> = new Set(['created', 'updated', 'restored', 'unchanged'])

/**
 * Writes the pages of some planned records with `write`, and records their missing assets before that, so that a crash
 * loses none. Only a page that was written, or needed no write, loses its entries: a page that was deferred, refused or
 * kept is unchanged. The changes are read once and passed to `write`.
 */
export async function trackMissingAssets<T>(
  deps: SyncDeps,
  { runId, recordIds }: { runId: string; recordIds: string[] },
  write: (planned: readonly PageChange[]) => Promise<T>,
): Promise<T> {
  const planned = await readWrites(deps, runId, recordIds)
  // An undo fetches nothing: a restored page lacks the same assets as before. A notice shows no assets.
  const written = planned
    .filter((change) => change.kind !== 'revert')
    .filter((change) => !isForSuccessor(change))
  const mediaOf = await readMedia(
    deps,
    written.map(({ product }) => product),
  )
  const missingAssets: { key: RecordKey; value: MissingAssets }[] = []
  const whole: WriteChange[] = []
  for (const change of written) {
    const value = missingAssetsOf(deps.renderer.assetsOf(change.product), (url) => mediaOf(url) !== undefined)
    if (value) missingAssets.push({ key: change, value })
    else whole.push(change)
  }
  await deps.missingAssets.save(missingAssets)
  // Before the write as well, because a document that was once shown on a page must stay.
  const assets = written.flatMap(({ product }) => deps.renderer.assetsOf(product))
  await deps.media.markDocuments(documentUses(assets, (url) => mediaOf(url)?.sha256))
  const report = await write(planned)
  const outcomes = await deps.undo.outcomes(runId, written.map(recordId))
  const shown = withValues(written, outcomes).filter(([, { result }]) => shownAfter.has(result))
  const done = new Set(shown.map(([change]) => change))
  const isDone = (change: WriteChange): boolean => done.has(change)
  await deps.missingAssets.remove(whole.filter(isDone))
  await deps.outdatedFiles.remove(written.filter(isDone))
  return report
}

import { changedUrlsOf, type OutdatedFiles } from '../../core/media/outdated-files.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { isProductRun, type Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/**
 * Lists the pages that show an older version of a changed file, or a file that the media library has lost. The marks
 * are removed only after the walk, so that a crash loses none. A product run covers only its own products and keeps the
 * marks.
 */
export async function listOutdated(deps: SyncDeps, run: Run): Promise<void> {
  const changed = await deps.media.changed()
  if (changed.size === 0) return
  const hashes = [...new Set(changed.values())]
  const media = new Map(withValues(hashes, await deps.media.media(hashes)))
  for (const language of await deps.snapshots.languages())
    for await (const keys of walkMirrored(deps, run, language)) {
      const snapshots = withValues(keys, await readOrUndefined(keys, (some) => deps.snapshots.read(some)))
      const entries = snapshots.flatMap(([key, snapshot]): { key: RecordKey; value: OutdatedFiles }[] => {
        const { product } = snapshot
        const urls = changedUrlsOf(
          {
            ...snapshot,
            assets: deps.renderer.assetsOf(product),
            mappedFiles: (mediaOf) => deps.renderer.mappedFiles(product, mediaOf),
          },
          changed,
          media,
        )
        return urls.length === 0 || snapshot.state !== 'mirrored' ? [] : [{ key, value: { urls } }]
      })
      await addOutdated(deps, entries)
    }
  if (!isProductRun(run)) await deps.media.forgetChanged(changed)
}

/** The records of a language that may have a mirrored page, some hundred at a time. */
async function* walkMirrored(
  { snapshots }: SyncDeps,
  run: Run,
  language: string,
): AsyncIterable<RecordKey[]> {
  if (isProductRun(run)) {
    yield (run.scope.gtins ?? []).map((gtin) => ({ gtin, language }))
    return
  }
  for await (const scanned of snapshots.scan(language))
    yield scanned.flatMap(({ gtin, head }) => (head.state === 'mirrored' ? [{ gtin, language }] : []))
}

/** A page that no run may write yet keeps the files that were listed before. */
async function addOutdated(
  { outdatedFiles }: SyncDeps,
  entries: readonly { key: RecordKey; value: OutdatedFiles }[],
): Promise<void> {
  const before = await readOrUndefined(
    entries.map(({ key }) => key),
    (some) => outdatedFiles.read(some),
  )
  await outdatedFiles.save(
    entries.map(({ key, value }, index) => ({
      key,
      value: { urls: [...new Set([...(before[index]?.urls ?? []), ...value.urls])] },
    })),
  )
}

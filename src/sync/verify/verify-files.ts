import { fileKey } from '../../core/text/signed-url.ts'
import type { Page } from '../../core/record/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { checkWholeLibrary } from '../plan/check-library.ts'
import { listOutdated } from '../plan/list-outdated.ts'
import { readMedia } from '../plan/read-media.ts'
import { readSnapshots, recordFindings, type Found } from './record-findings.ts'

/** Checks that every file of the library exists in the CMS, and reports the pages that show a lost one. */
export async function verifyFiles(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  await checkWholeLibrary(deps, signal)
  await listOutdated(deps, run)
  for await (const listed of deps.outdatedFiles.scan()) {
    const entries = listed.map(({ key }) => key)
    const read = await readSnapshots(deps, run.id, entries)
    const mediaOf = await readMedia(
      deps,
      read.flatMap(({ snapshot }) => snapshot?.product ?? []),
    )
    const found = read.flatMap(({ entry: { gtin, language }, snapshot }): Found[] => {
      if (snapshot?.state !== 'mirrored') return []
      const lost = deps.renderer.assetsOf(snapshot.product).filter(({ url }) => mediaOf(url) === undefined)
      const outdated = listed.find(({ key }) => key.gtin === gtin && key.language === language)
      const shown = lost.filter(({ url }) => outdated?.value.urls.includes(url))
      if (shown.length === 0) return []
      const reason = { code: 'files-deleted', count: shown.length } as const
      return [{ finding: { gtin, language, kind: 'file', pageId: snapshot.pageId, reason }, snapshot }]
    })
    await recordFindings(deps, run, found)
  }
}

type Compared = { entry: RecordKey & { page: Page }; snapshot: Snapshot | undefined }

/** Snapshots without the featured images of lost files: the CMS removed these from their pages, not an editor. */
export async function withoutLostImages<One extends Compared>(
  { outdatedFiles }: SyncDeps,
  compared: readonly One[],
): Promise<One[]> {
  const listed = await outdatedFiles.read(compared.map(({ entry }) => entry))
  return compared.map((one, index) => {
    const { entry, snapshot } = one
    const isLost =
      snapshot !== undefined && listed[index]?.urls.includes(fileKey(snapshot.product.image)) === true
    if (!isLost || entry.page.featuredMedia !== 0) return one
    return { ...one, snapshot: { ...snapshot, base: { ...snapshot.base, featuredMedia: 0 } } }
  })
}

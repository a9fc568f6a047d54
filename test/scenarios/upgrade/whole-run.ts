import { syncMenu } from '../../../src/sync/finish/sync-menu.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { trackMissingAssets } from '../../../src/sync/media/track-missing-assets.ts'
import { clearStaleLinks } from '../../../src/sync/review/plan-language-links.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { trashDuplicateMedia } from '../../../src/sync/finish/trash-duplicate-media.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, plan, startWriting } from '../../helpers/sync/sync-run.ts'

/** A run with all that its jobs do, one thing after the other, so that each page and file gets the same id each time. */
export async function wholeRun(mirror: Mirror): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  await carryOut(mirror, runId)
  return runId
}

/** The remaining work of the jobs of a run that writes. */
export async function carryOut(mirror: Mirror, runId: string): Promise<void> {
  // In the order of the version that made the fixture: it decides which file gets which id.
  const assets = (await mirror.plans.listAssets(runId)).toSorted((a, b) => (a.url < b.url ? -1 : 1))
  for (const asset of assets) await uploadMedia(mirror, [asset], go, { runId, readOnly: false })
  const input = await inputOf(mirror, runId)
  await trackMissingAssets(mirror, input, (planned) => writePages(mirror, { ...input, planned }, go))
  await retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)
  await trashDuplicatePages(mirror, runId, go)
  await failLeftovers(mirror, runId)
  await trashDuplicateMedia(mirror, go)
  await writeListings(mirror, runId, go)
  const run = await mirror.runs.read(runId)
  if (run) await syncMenu(mirror, run, go)
  await clearStaleLinks(mirror)
  await finishRun(mirror, runId)
  await mirror.listings.markComplete()
}

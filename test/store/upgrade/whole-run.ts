import { keepMenu } from '../../../src/sync/keep-menu.ts'
import { failLeftovers } from '../../../src/sync/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/finish-run.ts'
import { noteLacking } from '../../../src/sync/note-lacking.ts'
import { settleLinks } from '../../../src/sync/plan-links.ts'
import { retirePages } from '../../../src/sync/retire-pages.ts'
import { sweepMedia } from '../../../src/sync/sweep-media.ts'
import { sweepTwins } from '../../../src/sync/sweep-twins.ts'
import { uploadMedia } from '../../../src/sync/upload-media.ts'
import { writeIndexes } from '../../../src/sync/write-indexes.ts'
import { writePages } from '../../../src/sync/write-pages.ts'
import type { Mirror } from '../../helpers/sync-deps.ts'
import { go, inputOf, plan, startWriting } from '../../helpers/sync-run.ts'

/** A run with all that its jobs do, one thing after the other, so that each page and file gets the same id each time. */
export async function wholeRun(mirror: Mirror): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  for (const asset of await mirror.plans.listAssets(runId))
    await uploadMedia(mirror, [asset], go, { runId, readOnly: false })
  const input = await inputOf(mirror, runId)
  await noteLacking(mirror, input, (planned) => writePages(mirror, { ...input, planned }, go))
  await retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)
  await sweepTwins(mirror, runId, go)
  await failLeftovers(mirror, runId)
  await sweepMedia(mirror, go)
  await writeIndexes(mirror, runId, go)
  const run = await mirror.runs.read(runId)
  if (run) await keepMenu(mirror, run, go)
  await settleLinks(mirror)
  await finishRun(mirror, runId)
  await mirror.indexes.noteAll()
  return runId
}

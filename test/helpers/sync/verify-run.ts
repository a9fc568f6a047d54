import type { Finding } from '../../../src/core/page/finding.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { closeVerify, notifyDrift } from '../../../src/sync/verify/close-verify.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { reviewPlan } from '../../../src/sync/review/review-plan.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { verifyMirror } from '../../../src/sync/verify/verify-mirror.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { Mirror } from './sync-deps.ts'
import { go, inputOf } from './sync-run.ts'

type Options = { repair?: boolean; trigger?: Run['trigger'] }

/** Starts a verify run and compares. Nothing is written to the CMS yet. */
export async function compare(mirror: Mirror, { repair, trigger = 'cli' }: Options = {}): Promise<Run> {
  const begun = await beginRun(mirror, {
    kind: 'verify',
    trigger,
    approved: false,
    scope: {},
    ...(repair === true && { repair }),
  })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  await verifyMirror(mirror, begun.run, { read: 0, save: async () => undefined }, go)
  return read(mirror, begun.run.id)
}

/** A whole verify run over a mirror of at most 100 records, as the jobs do it, with `findings` in a fixed order. */
export async function verify(mirror: Mirror, options: Options = {}) {
  const run = await compare(mirror, options)
  const { verdicts, planned } = await reviewPlan(mirror, run, go)
  await mirror.runs.update(run.id, { state: 'writing', planned })
  await prepareParents(mirror, { ...run, planned }, go)
  for (const assets of inChunks(await mirror.plans.listAssets(run.id), 10))
    await uploadMedia(mirror, assets, go, { runId: run.id, readOnly: false })
  await writePages(mirror, await inputOf(mirror, run.id), go)
  await trashDuplicatePages(mirror, run.id, go)
  await failLeftovers(mirror, run.id)
  await closeVerify(mirror, run.id, go)
  await finishRun(mirror, run.id)
  const ended = await read(mirror, run.id)
  await notifyDrift(mirror, ended)
  return { run: ended, verdicts, findings: await findingsOf(mirror, run.id) }
}

export async function findingsOf(mirror: Mirror, runId: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const some of mirror.findings.scan(runId)) findings.push(...some)
  return findings.sort((a, b) => a.pageId - b.pageId || (a.kind < b.kind ? -1 : 1))
}

async function read(mirror: Mirror, runId: string): Promise<Run> {
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return run
}

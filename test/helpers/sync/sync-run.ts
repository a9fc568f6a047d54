import { withText } from '../../../src/core/report/record-reports.ts'
import type { Outcome } from '../../../src/core/run/change.ts'
import { addOddities, type Oddity } from '../../../src/core/record/oddities.ts'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { collectRun } from '../../../src/sync/collect/collect-run.ts'
import { languageParents } from '../../../src/sync/runs/language-parents.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { trackMissingAssets } from '../../../src/sync/media/track-missing-assets.ts'
import { clearStaleLinks } from '../../../src/sync/review/plan-language-links.ts'
import { planChunk } from '../../../src/sync/plan/plan-chunk.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { reviewPlan } from '../../../src/sync/review/review-plan.ts'
import type { Run, RunScope } from '../../../src/core/run/run.ts'
import { supersedeWaiting } from '../../../src/sync/runs/supersede.ts'
import { resolveOrphans } from '../../../src/sync/finish/resolve-orphans.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { Mirror } from './sync-deps.ts'

export const go = new AbortController().signal

/** Options of uploads outside a run. */
export const uploading = { runId: '2026-11-20-1', readOnly: false }

/** Starts a run, plans all of its records and has the plan reviewed. Nothing is written to the CMS. */
export async function plan(
  mirror: Mirror,
  kind: Run['kind'] = 'sync',
  scope: RunScope = {},
  trigger: Run['trigger'] = 'cli',
) {
  const begun = await beginRun(mirror, { kind, trigger, approved: false, scope })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  const chunks = await collectRun(mirror, runId, go)
  const counts = { ...begun.run.counts }
  const unknownFields: string[] = []
  const found: Oddity[] = []
  for await (const chunk of chunks) {
    const report = await planChunk(mirror, { runId, dryRun: kind === 'plan', ...chunk }, go)
    counts.records += report.records
    counts.unchanged += report.unchanged
    counts.absent += report.absent
    unknownFields.push(...report.unknownFields)
    found.push(...report.oddities)
  }
  const run = await mirror.runs.update(runId, { counts, unknownFields, oddities: addOddities(found) })
  if (run === undefined) throw new Error(`no run ${runId}`)
  const { verdicts, planned } = await reviewPlan(mirror, run, go)
  await mirror.runs.update(runId, { planned })
  return { runId, verdicts, planned }
}

/** Puts a planned run into the writing stage. */
export async function startWriting(mirror: Mirror, runId: string): Promise<void> {
  const run = await mirror.runs.update(runId, { state: 'writing' })
  if (run === undefined) return
  await supersedeWaiting(mirror, run)
  await prepareParents(mirror, run, go)
}

/** The planned records of a run as the input of one job. */
export async function inputOf(mirror: Mirror, runId: string, part: 'write' | 'retire' = 'write') {
  const recordIds = await mirror.plans.list(runId, part, 0, 100)
  return { runId, recordIds, parents: await languageParents(mirror) }
}

/** Writes and retires what a run has planned, and closes it. */
export async function apply(mirror: Mirror, runId: string, options: { media?: boolean } = {}) {
  await startWriting(mirror, runId)
  const media = options.media === true ? await mirror.plans.listAssets(runId) : []
  const failedMedia: string[] = []
  for (const assets of inChunks(media, 10)) {
    failedMedia.push(...(await uploadMedia(mirror, assets, go, { runId, readOnly: false })).failed)
  }
  const input = await inputOf(mirror, runId)
  const write = () => writePages(mirror, input, go)
  // Without media every page would have missing assets.
  const written = await (options.media === true ? trackMissingAssets(mirror, input, write) : write())
  await retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)
  const outcomes = await outcomesOf(mirror, runId)
  await trashDuplicatePages(mirror, runId, go)
  await failLeftovers(mirror, runId)
  const ended = await mirror.runs.read(runId)
  if (ended) await resolveOrphans(mirror, ended, go)
  await clearStaleLinks(mirror)
  const run = await finishRun(mirror, runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return { run, outcomes, written, failedMedia }
}

/** A whole run over a mirror of at most 100 records, as the jobs do it. Pages are without media by default. */
export async function sync(mirror: Mirror, options: { media?: boolean } = {}) {
  const { runId, planned, verdicts } = await plan(mirror)
  return { ...(await apply(mirror, runId, options)), planned, verdicts }
}

/** An outcome, with its reasons in words. */
export type WordedOutcome = Outcome & { reason?: string }

/** The outcome of each record, by record id. */
export async function outcomesOf(mirror: Mirror, runId: string): Promise<Map<string, WordedOutcome>> {
  const outcomes = new Map<string, WordedOutcome>()
  for await (const some of mirror.runs.scanOutcomes(runId)) {
    for (const outcome of some)
      outcomes.set(recordId(outcome), { ...outcome, ...withText(outcome, undefined) })
  }
  return outcomes
}

/** The only outcome of a run that touched one record. */
export function only(outcomes: ReadonlyMap<string, WordedOutcome>): WordedOutcome | undefined {
  return outcomes.size === 1 ? [...outcomes.values()][0] : undefined
}

/** Acts once, directly before the next call of a client's method is sent, to simulate a race. */
export function beforeNext(
  mirror: Mirror,
  method: 'writePages' | 'uploadMedia',
  act: () => Promise<unknown>,
) {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      if (method === 'writePages') await once()
      return cms.writePages(writes, signal)
    },
    async uploadMedia(upload, signal) {
      if (method === 'uploadMedia') await once()
      return cms.uploadMedia(upload, signal)
    },
  }
  async function once(): Promise<void> {
    mirror.cms = cms
    await act()
  }
}

/** The snapshot of a record. */
export async function snapshotOf(mirror: Mirror, key: RecordKey) {
  const [snapshot] = await mirror.snapshots.read([key])
  if (snapshot === undefined) throw new Error(`no snapshot of ${recordId(key)}`)
  return snapshot
}

import pLimit from 'p-limit'
import { z } from 'zod'
import type { Change } from '../../core/plan/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { newPlanCommand, refusalOf, shownNames, type Tally } from '../../core/plan/refusal.ts'
import { LimitedError, UnreachableError, UnusableError } from '../../lib/errors.ts'
import { createRecordCheck, type Checked } from './recheck-record.ts'
import type { SyncDeps } from '../deps.ts'
import { digestPlan } from './digest-plan.ts'
import { fingerprintPages } from './fingerprint-pages.ts'
import type { Run } from '../../core/record/run.ts'
import { supersedeWaiting } from '../runs/supersede.ts'
import { countPlanned, listPlanned } from '../runs/walk-plan.ts'

const TallyShape = z.object({ count: z.int(), shown: z.array(z.string()) })

/** The progress of a check: `next` counts records in the plan's order, `left` holds those of the current page. */
export const CheckProgress = z.object({
  next: z.int(),
  left: z.array(z.string()),
  partner: TallyShape,
  catalog: TallyShape,
  cms: TallyShape,
  unchecked: z.object({ count: z.int(), reason: z.string().optional() }),
})
export type CheckProgress = z.infer<typeof CheckProgress>

type Keep = { progress: CheckProgress | undefined; save(progress: CheckProgress): Promise<void> }

const pageSize = 200

/**
 * Compares an approved plan with the partner and the CMS before its first write. True: the run may write, and is
 * marked. After an interruption its own writes therefore do not count as changes. False: the run waits again with its
 * plan and explains why in `refusal`, or was cancelled meanwhile. `keep` saves the progress, so that a limit
 * (LimitedError) or a crash costs at most one page.
 */
export async function checkPlan(deps: SyncDeps, run: Run, keep: Keep, signal: AbortSignal): Promise<boolean> {
  if (run.planDigest === undefined) return true
  const passed = run.checkedAt === undefined ? await pass(deps, run, keep, signal) : run
  if (passed === undefined) return false
  await supersedeWaiting(deps, passed)
  return true
}

/** The run once it may write; undefined when it may not. */
async function pass(deps: SyncDeps, run: Run, keep: Keep, signal: AbortSignal): Promise<Run | undefined> {
  const refusal = await findRefusal(deps, run, keep, signal).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof UnusableError || error instanceof UnreachableError)) throw error
    return `The plan could not be checked: ${error.message} Nothing was written. Once fixed, run: product-mirror approve ${run.id}`
  })
  const now = deps.now().toISOString()
  if (refusal === undefined) return deps.runs.update(run.id, { checkedAt: now }, ['writing'])
  const held = await deps.runs.update(run.id, { state: 'held', approved: false, waitedMs: 0, refusal }, [
    'writing',
  ])
  deps.log.warn({ runId: run.id }, refusal)
  if (held) await deps.notify(held)
  return undefined
}

async function findRefusal(
  deps: SyncDeps,
  run: Run,
  keep: Keep,
  signal: AbortSignal,
): Promise<string | undefined> {
  const total = await countPlanned(deps.plans, run.id)
  let progress = keep.progress
  if (progress === undefined) {
    if ((await digestPlan(deps, run.id)) !== run.planDigest)
      return `The plan, the template or the labels changed since the plan was held. Nothing was written. ${newPlanCommand(run.kind)}`
    await deps.plans.clearUnchecked(run.id)
    progress = begun()
  }
  const check = createRecordCheck(deps, run, signal)
  while (progress.left.length > 0 || progress.next < total) {
    if ((await deps.runs.state(run.id)) !== 'writing') return undefined
    if (progress.left.length === 0) {
      const ids = await listPlanned(deps.plans, run.id, progress.next, pageSize)
      await checkFingerprints(deps, { runId: run.id, ids, progress }, signal)
      // Repairs of `verify` are planned from the snapshots, so the partner is not asked.
      const left = run.kind === 'verify' ? [] : ids
      progress = { ...progress, next: progress.next + ids.length, left }
    }
    const limited = await checkRecords(deps, run.id, check, progress)
    await keep.save(progress)
    if (limited) throw limited
  }
  return refusalOf(progress, total, run)
}

function begun(): CheckProgress {
  const none = (): Tally => ({ count: 0, shown: [] })
  return { next: 0, left: [], partner: none(), catalog: none(), cms: none(), unchecked: { count: 0 } }
}

async function checkFingerprints(
  deps: SyncDeps,
  { runId, ids, progress }: { runId: string; ids: readonly string[]; progress: CheckProgress },
  signal: AbortSignal,
): Promise<void> {
  const changes = await readChanges(deps, runId, ids)
  const kept = await deps.plans.readPageFingerprints(runId, changes.map(recordId))
  const now = await fingerprintPages(deps, changes, signal)
  for (const [index, { id, text }] of now.entries()) if (kept[index] !== text) count(progress.cms, id)
}

/** Checks the records that are left of a page; those that a rate limit stopped stay left. */
async function checkRecords(
  deps: SyncDeps,
  runId: string,
  check: (change: Change) => Promise<Checked>,
  progress: CheckProgress,
): Promise<LimitedError | undefined> {
  const changes = await readChanges(deps, runId, progress.left)
  const limit = pLimit(deps.concurrency)
  let limited: LimitedError | undefined
  const answers = await Promise.all(
    changes.map((change) =>
      limit(check, change).catch((error: unknown) => {
        if (!(error instanceof LimitedError)) throw error
        limited = error
        return undefined
      }),
    ),
  )
  const unchecked: { id: string; text: string }[] = []
  progress.left = []
  for (const [index, change] of changes.entries()) {
    const [id, answer] = [recordId(change), answers[index]]
    if (answer === undefined) progress.left.push(id)
    else if (answer.state === 'changed') count(progress[answer.where], id)
    else if (answer.state === 'unknown') unchecked.push({ id, text: answer.reason })
  }
  progress.unchecked.count += unchecked.length
  progress.unchecked.reason ??= unchecked[0]?.text
  await deps.plans.saveUnchecked(runId, unchecked)
  return limited
}

async function readChanges(
  { plans }: SyncDeps,
  runId: string,
  ids: readonly string[],
): Promise<Change[]> {
  return (await plans.read(runId, ids)).filter((change) => change !== undefined)
}

function count(tally: Tally, id: string): void {
  tally.count++
  if (tally.shown.length < shownNames) tally.shown.push(id)
}

/** Drops the few records that could not be checked from a plan that is about to be applied. */
export async function dropUnchecked(deps: SyncDeps, runId: string): Promise<void> {
  for await (const found of deps.plans.scanUnchecked(runId)) {
    await deps.plans.drop(
      runId,
      found.map(({ id }) => id),
    )
    await deps.runs.saveOutcomes(
      runId,
      found.map(({ id, text }) => ({
        ...toRecordKey(id),
        result: 'failed',
        reason: `not written: it could not be checked against the approved plan: ${text}`,
      })),
    )
  }
}

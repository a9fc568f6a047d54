import pLimit from 'p-limit'
import { z } from 'zod'
import type { Change, Outcome } from '../../core/run/change.ts'
import { explainPageChange } from '../../core/plan/page-change.ts'
import { addNotes } from '../runs/add-notes.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { noChanges, PlanCheck, refusalOf, tally } from '../../core/plan/refusal.ts'
import { withValues } from '../../lib/chunks.ts'
import { ConfigError, LimitedError, reasonOf, UnreachableError, UnusableError } from '../../lib/errors.ts'
import { countApart } from './count-apart.ts'
import { createRecordCheck, type Checked } from './recheck-record.ts'
import type { SyncDeps } from '../deps.ts'
import { indexRun } from '../runs/run-index/index-run.ts'
import { digestPlan } from './digest-plan.ts'
import { fingerprintPages } from './fingerprint-pages.ts'
import { type Run } from '../../core/run/run.ts'
import { markAppearing } from './plan-language-links.ts'
import { savePlannedSize } from './planned-size.ts'
import { saveSelection } from './save-selection.ts'
import { selectPart } from './select-part.ts'
import { splitPlan } from './split-plan.ts'
import { supersedeWaiting } from '../runs/supersede.ts'
import { countPlanned, listPlanned } from '../runs/walk-plan.ts'
import { type Refusal } from '../../core/reasons/refusal.ts'

/** The progress of a check: `next` counts records in the plan's order, `left` holds those of the current page. */
export const CheckProgress = PlanCheck.extend({
  next: z.int(),
  left: z.array(z.string()),
  /** Records of the approved part, if only a part was approved. */
  inPart: z.int().optional(),
})
export type CheckProgress = z.infer<typeof CheckProgress>

type Keep = { progress: CheckProgress | undefined; save(progress: CheckProgress): Promise<void> }

const pageSize = 200
/** Errors of the partner, the CMS and the catalogue after which the plan waits again. */
const uncheckable = [UnusableError, UnreachableError, ConfigError]

/**
 * Compares an approved plan with the partner and the CMS before its first write. True: the run may write, and is
 * marked, so that its own writes do not count as changes after an interruption. False: the run waits again with its
 * plan and the reason in `refusal`, or was cancelled in the meantime. `keep` saves the progress, so that a limit
 * (LimitedError) or a crash costs at most one page.
 */
export async function checkPlan(deps: SyncDeps, run: Run, keep: Keep, signal: AbortSignal): Promise<boolean> {
  if (run.planDigest === undefined) return true
  const passed = run.checkedAt === undefined ? await passCheck(deps, run, keep, signal) : run
  if (passed === undefined) return false
  await supersedeWaiting(deps, passed)
  await splitPlan(deps, passed, signal)
  if (passed.kind === 'sync') await countApart(deps, passed)
  await savePlannedSize(deps, passed)
  // An earlier part of the same plan may have cleared the marks of pages whose links this part changes.
  if (passed.restOf !== undefined) await markAppearing(deps, passed.id)
  return true
}

/** The run, if it may write. */
async function passCheck(
  deps: SyncDeps,
  run: Run,
  keep: Keep,
  signal: AbortSignal,
): Promise<Run | undefined> {
  const refusal = await findRefusal(deps, run, keep, signal).catch((error: unknown) => {
    if (signal.aborted || !uncheckable.some((kind) => error instanceof kind)) throw error
    return { code: 'check-failed', detail: reasonOf(error) } as const
  })
  const now = deps.now().toISOString()
  if (refusal === undefined) {
    const rest = isInParts(run) ? { rest: await deps.runs.nextId(deps.now()) } : {}
    return deps.runs.update(run.id, { checkedAt: now, ...rest }, ['writing'])
  }
  const patch = { state: 'held', approved: false, waitedMs: 0, refusal } as const
  const held = await deps.runs.update(run.id, patch, ['writing'])
  deps.log.warn({ runId: run.id, refusal }, 'approval refused')
  if (held) await deps.notify(held)
  await indexRun(deps, run.id)
  return undefined
}

async function findRefusal(
  deps: SyncDeps,
  run: Run,
  keep: Keep,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const total = await countPlanned(deps.plans, run.id)
  let { progress } = keep
  if (progress === undefined) {
    if ((await digestPlan(deps, run.id)) !== run.planDigest) return { code: 'other-plan' }
    await deps.plans.clearUnchecked(run.id)
    await saveSelection(deps, run)
    progress = { ...noChanges(), next: 0, left: [] }
  }
  const check = createRecordCheck(deps, run, signal)
  while (progress.left.length > 0 || progress.next < total) {
    if ((await deps.runs.state(run.id)) !== 'writing') return undefined
    if (progress.left.length === 0) {
      const listed = await listPlanned(deps.plans, run.id, progress.next, pageSize)
      const ids = await listApproved(deps, run, listed)
      const { asPlanned, unwritten } = await listNotResynced(deps, run.id, ids)
      const changed = await findChangedPages(deps, run.id, unwritten, signal)
      for (const id of changed.keys()) tally(progress.cms, id)
      const texts = [...changed].map(([id, reason]) => ({ id, text: changedMark + reason }))
      await deps.plans.saveUnchecked(run.id, texts)
      // Repairs of `verify` are planned from the snapshots, so the partner is not involved.
      const left = run.kind === 'verify' ? [] : asPlanned.filter((id) => !changed.has(id))
      const inPart: number = (progress.inPart ?? 0) + ids.length
      progress = { ...progress, next: progress.next + listed.length, left, inPart }
    }
    const limited = await checkRecords(deps, run.id, check, progress)
    await keep.save(progress)
    if (limited) throw limited
  }
  const { inPart = 0 } = progress
  if (isInParts(run) && inPart === 0) return { code: 'empty-part' }
  return refusalOf(progress, isInParts(run) ? inPart : total)
}

function isInParts({ approvedPart = 'all' }: Run): boolean {
  return approvedPart !== 'all'
}

/** The approved records among some planned ones. */
async function listApproved(deps: SyncDeps, run: Run, ids: readonly string[]): Promise<string[]> {
  if (!isInParts(run)) return [...ids]
  const changes = (await deps.plans.read(run.id, ids)).filter((change) => change !== undefined)
  return (await selectPart(deps, run, changes)).map(recordId)
}

/**
 * Records that no other run has synced since the plan was made; the others are updated right before they are written.
 * `unwritten`: those of which no other run updated the links either.
 */
async function listNotResynced({ resynced }: SyncDeps, runId: string, ids: string[]) {
  const synced = await resynced.read(runId, ids.map(toRecordKey))
  return {
    asPlanned: ids.filter((_, index) => synced[index]?.onlyLinks !== false),
    unwritten: ids.filter((_, index) => synced[index] === undefined),
  }
}

/** The records whose page changed since the plan was held, each with the difference. */
async function findChangedPages(
  deps: SyncDeps,
  runId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const changes = withValues(ids, await deps.plans.read(runId, ids)).map(([, change]) => change)
  const kept = await deps.plans.readPageFingerprints(runId, changes.map(recordId))
  const now = await fingerprintPages(deps, changes, signal)
  const changed = now.map(({ id, text }, index) => ({ id, text, before: kept[index] }))
  return new Map(
    changed
      .filter(({ text, before }) => text !== before)
      .map(({ id, text, before }) => [id, explainPageChange(before, text)]),
  )
}

/** Checks the remaining records of a page; those that a rate limit stopped remain. */
async function checkRecords(
  deps: SyncDeps,
  runId: string,
  check: (change: Change) => Promise<Checked>,
  progress: CheckProgress,
): Promise<LimitedError | undefined> {
  const changes = withValues(progress.left, await deps.plans.read(runId, progress.left))
  const limit = pLimit(deps.concurrency)
  let limited: LimitedError | undefined
  const checkOne = ([id, change]: [string, Change]) =>
    check(change).then(
      (answer) => ({ id, answer }),
      (error: unknown) => {
        if (!(error instanceof LimitedError)) throw error
        limited = error
        return { id, answer: undefined }
      },
    )
  const answers = await Promise.all(changes.map((entry) => limit(checkOne, entry)))
  const unchecked: { id: string; text: string }[] = []
  progress.left = []
  for (const { id, answer } of answers) {
    if (answer === undefined) progress.left.push(id)
    else if (answer.state === 'changed') tally(progress[answer.where], id)
    else if (answer.state === 'unknown') unchecked.push({ id, text: answer.reason })
  }
  progress.unchecked.count += unchecked.length
  progress.unchecked.reason ??= unchecked[0]?.text
  await deps.plans.saveUnchecked(runId, unchecked)
  return limited
}

/** Precedes the reason to omit a record whose page was changed. */
const changedMark = 'changed\n'

/**
 * Before a plan is applied, drops the few records that could not be checked, and those whose page was changed since.
 * The next run plans these again.
 */
export async function dropUnchecked(deps: SyncDeps, runId: string): Promise<void> {
  const changed: string[] = []
  for await (const found of deps.plans.scanUnchecked(runId)) {
    const outcomes = found.map(({ id, text }) => leftOut(id, text))
    await deps.runs.saveOutcomes(runId, outcomes)
    await deps.plans.drop(runId, outcomes.map(recordId))
    for (const outcome of outcomes) if (outcome.result === 'deferred') changed.push(recordId(outcome))
  }
  if (changed.length === 0) return
  const shown = changed.slice(0, shownIds)
  await addNotes(deps, runId, [{ code: 'changed-pages', count: changed.length, shown }])
}

const shownIds = 20

function leftOut(id: string, text: string): Outcome {
  if (!text.startsWith(changedMark))
    return {
      ...toRecordKey(id),
      result: 'failed',
      reasons: [{ code: 'unchecked', detail: text }],
    }
  const detail = text.slice(changedMark.length)
  return { ...toRecordKey(id), result: 'deferred', reasons: [{ code: 'changed-since-plan', detail }] }
}

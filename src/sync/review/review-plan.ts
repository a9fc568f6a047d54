import { judge, judgeRepairs } from '../../core/plan/guards.ts'
import { countOf } from '../../core/report/format.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { countOutcomes } from '../runs/count-outcomes.ts'
import { isWhole, type Run } from '../../core/record/run.ts'
import { planDelisted } from './plan-delisted.ts'
import { planLanguageLinks } from './plan-language-links.ts'

export type Review = { verdicts: Run['guards']; planned: Run['planned'] }

/** Retirements are dropped if more than this share of the records could not be read. */
const tolerableFailures = 0.2

/** Completes the plan with delisted records and changed links between languages, and judges the whole plan. */
export async function reviewPlan(deps: SyncDeps, run: Run): Promise<Review> {
  const asksPartner = run.kind !== 'verify'
  const wholeMirror = asksPartner && isWhole(run)
  if (wholeMirror) await planDelisted(deps, run)
  const { failed } = await countOutcomes(deps, run.id)
  if (failed > run.counts.records * tolerableFailures) await dropRetirements(deps, run, failed)
  if (asksPartner) await planLanguageLinks(deps, run)

  const planned = await deps.plans.countKinds(run.id)
  const mirrored = await deps.snapshots.countMirrored()
  const template = await deps.plans.countTemplate(run.id)
  // Pages that only gain a missing asset or change their links are no sign of a problem.
  const update = planned.update - (await deps.plans.countSecondary(run.id))
  const judged = { runId: run.id, mirrored, planned: { ...planned, update, template }, limits: deps.policy }
  const { rewrite } = run
  const verdicts = run.kind === 'verify' ? judgeRepairs(judged) : judge({ ...judged, rewrite })
  deps.log.info(
    { runId: run.id, mirrored, planned, held: verdicts.map(({ message }) => message) },
    'plan reviewed',
  )
  return { verdicts, planned }
}

async function dropRetirements(deps: SyncDeps, run: Run, failed: number): Promise<void> {
  const left = await deps.plans.count(run.id, 'retire')
  if (left === 0) return
  const ids = await deps.plans.list(run.id, 'retire', 0, left)
  await deps.plans.drop(run.id, ids)
  const pages = countOf(left, 'page was', 'pages were')
  const note = `${pages} not retired: ${failed} of ${run.counts.records} records could not be read, so a missing product may still exist. The next run with fewer failures retires what is gone`
  await addNotes(deps, run.id, [note])
}

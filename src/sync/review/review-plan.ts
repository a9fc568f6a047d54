import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { countOutcomes } from '../runs/count-outcomes.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import { endDeferrals } from './end-deferrals.ts'
import { judgePlan, type Review } from './judge-plan.ts'
import { lookUpCreates } from './look-up-creates.ts'
import { planChangedFiles } from './plan-changed-files.ts'
import { planDelisted } from './plan-delisted.ts'
import { planNotices } from './plan-notices.ts'
import { planStaleBlocks } from './plan-stale-blocks.ts'
import { planLanguageLinks } from './plan-language-links.ts'

/** Retirements are dropped if more than this share of the records could not be read. */
const tolerableFailures = 0.2

/** Completes the plan with delisted records, changed files and changed links between pages, and judges the whole plan. */
export async function reviewPlan(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<Review> {
  const asksPartner = run.kind !== 'verify'
  const relisted = await deps.snapshots.listAgain(run.languages)
  const wholeMirror = asksPartner && isWhole(run)
  if (wholeMirror) await planDelisted(deps, run)
  const { failed } = await countOutcomes(deps, run.id)
  if (failed > run.counts.records * tolerableFailures) await dropRetirements(deps, run, failed)
  const created = await lookUpCreates(deps, run, signal)
  if (asksPartner) {
    await planChangedFiles(deps, run)
    await planStaleBlocks(deps, run)
    await planLanguageLinks(deps, run)
    await planNotices(deps, run)
    await endDeferrals(deps, run)
  }

  return judgePlan(deps, { ...run, created, relisted })
}

async function dropRetirements(deps: SyncDeps, run: Run, failed: number): Promise<void> {
  const left = await deps.plans.count(run.id, 'retire')
  if (left === 0) return
  const ids = await deps.plans.list(run.id, 'retire', 0, left)
  await deps.plans.drop(run.id, ids)
  const { records } = run.counts
  await addNotes(deps, run.id, [{ code: 'not-retired', pages: left, failed, records }])
}

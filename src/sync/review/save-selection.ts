import { followsPages, isOnlyForLinks } from '../../core/plan/plan-parts.ts'
import { sampleOf, type Candidate } from '../../core/plan/sample-plan.ts'
import { patternKey, patternKeysOf } from '../../core/plan/summarize-plan.ts'
import { recordId } from '../../core/record/record.ts'
import type { Change, PlannedChange } from '../../core/run/change.ts'
import type { Run } from '../../core/run/run.ts'
import type { SelectedPart } from '../../core/reasons/selected-part.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { walkPlan } from '../runs/walk-plan.ts'
import { readPlannedPages } from './select-part.ts'
import { withCurrent } from './summarize-plan.ts'

const pageSize = 200
const idsAtOnce = 5_000

/**
 * Stores the records of an approved sample, language or pattern, while the plan is complete: a crash while it is split,
 * or a newer version of a product, then changes nothing about the selection. May be repeated.
 */
export async function saveSelection(deps: SyncDeps, run: Run): Promise<void> {
  const { approvedPart: part = 'all' } = run
  await deps.plans.clearSelected(run.id)
  if (typeof part === 'string') return
  if ('sample' in part) {
    const ids = await drawSample(deps, run, part.sample)
    for (const some of inChunks(ids, idsAtOnce)) await deps.plans.saveSelected(run.id, some)
    return
  }
  for await (const changes of walkPlan(deps.plans, run.id, pageSize))
    await deps.plans.saveSelected(run.id, await selectIds(deps, run, part, changes))
}

async function drawSample(deps: SyncDeps, run: Run, size: number): Promise<string[]> {
  const candidates: Candidate[] = []
  for await (const changes of walkPlan(deps.plans, run.id, pageSize))
    for (const { change, current } of await withCurrent(deps, changes))
      candidates.push({
        id: recordId(change),
        gtin: change.gtin,
        patterns: patternKeysOf(change, current),
        role: roleOf(change),
      })
  return sampleOf(candidates, size, run.planDigest ?? '')
}

function roleOf(change: PlannedChange): Candidate['role'] {
  if (change.kind !== 'update') return 'page'
  return isOnlyForLinks(change) ? 'links' : 'other'
}

/** Updates only of links stay with the pages that they link, which are in another language or pattern. */
async function selectIds(
  deps: SyncDeps,
  run: Run,
  part: Exclude<SelectedPart, { sample: number }>,
  changes: readonly Change[],
): Promise<string[]> {
  const matching = 'language' in part ? changes.filter(({ language }) => language === part.language) : []
  if ('pattern' in part) {
    const pattern = run.summary?.patterns[part.pattern - 1]
    const key = pattern && patternKey(pattern)
    for (const { change, current } of await withCurrent(deps, changes))
      if (key !== undefined && patternKeysOf(change, current).includes(key)) matching.push(change)
  }
  const product = await readPlannedPages(deps, run, matching)
  return matching.filter((change) => !followsPages(change, product(change))).map(recordId)
}

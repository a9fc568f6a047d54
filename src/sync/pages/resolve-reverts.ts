import { cameWithUndo } from '../../core/decisions/pending-decision.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import { awaitedOn } from '../../core/page/waiting-draft.ts'
import type { RevertChange } from '../../core/run/change.ts'
import { planUndo, type Undo } from '../../core/plan/undo.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { limitReverts } from './limit-reverts.ts'
import type { ResolvedRevert, RevertItem } from './page-item.ts'

/**
 * Reads each record's outcome in the undone run, and its current page. Records that already have an outcome in the undo
 * are removed from its plan.
 */
export async function resolveReverts(
  deps: SyncDeps,
  { runId, jsonLd }: { runId: string; jsonLd: boolean },
  planned: readonly RevertChange[],
  signal: AbortSignal,
): Promise<ResolvedRevert[]> {
  const ended = await deps.undo.outcomes(runId, planned.map(recordId))
  // A process that was stopped during planning may have planned a record again after its acknowledgement.
  const over = planned.filter((_, index) => ended[index] !== undefined)
  await deps.plans.close(runId, over.map(recordId))
  const changes = planned.filter((change) => !over.includes(change))
  const [first] = changes
  if (first === undefined) return []
  const { undoes } = first
  const snapshots = await deps.snapshots.read(changes)
  const wanted = changes.map((key, index) => ({ key, snapshot: snapshots[index] }))
  const [done, decisions, intents, states, pages] = await Promise.all([
    deps.undo.read(undoes, wanted),
    deps.decisions.read(changes),
    deps.writes.intents(changes),
    readOrUndefined(changes, (some) => deps.pageStates.read(some)),
    deps.cms.readPages(
      changes.map(({ pageId }) => pageId),
      signal,
    ),
  ])
  const pageOf = ({ pageId }: RevertChange) => pages.find(({ id }) => id === pageId)
  const found = changes.map((change, index) => ({
    change,
    replaced: done[index]?.replaced,
    snapshot: snapshots[index],
    page: pageOf(change),
  }))
  const limit = await limitReverts(deps, jsonLd, found, signal)
  return changes.flatMap((change, index): ResolvedRevert[] => {
    const what = done[index]
    if (what === undefined) return []
    const page = pageOf(change)
    const { replaced, reason } = limit(change, what.replaced)
    const undoable = {
      runId: undoes,
      did: what.outcome.result === 'created' ? ('created' as const) : (what.replaced?.did ?? 'updated'),
      replaced,
      obstacle: reason,
      page,
      snapshot: snapshots[index],
      pageStatus: deps.policy.pageStatus,
      begun: intents[index]?.runId === runId,
      awaits: page && awaitedOn(readPage(change, page), { isKnown: true, seen: states[index] }),
    }
    return [{ change, done: what, undoable, decision: decisions[index], intent: intents[index] }]
  })
}

/** Decides how a record is reverted, if it was not changed or held since. */
export function classifyRevert(item: ResolvedRevert): RevertItem {
  return { ...item, kind: 'revert', undo: decideUndo(item) }
}

function decideUndo({ change, undoable, decision }: ResolvedRevert): Undo {
  if (decision?.kind !== 'hold' || cameWithUndo(decision, change.undoes)) return planUndo(change, undoable)
  return { kind: 'leave', reasons: [{ code: 'undo-held', note: decision.reason }] }
}

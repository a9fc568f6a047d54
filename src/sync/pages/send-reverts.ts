import type { SimpleReason } from '../../core/reasons/reason.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { Page } from '../../core/record/page.ts'
import { planUndo, type Undo } from '../../core/plan/undo.ts'
import { findOpenPages } from '../batches/open-pages.ts'
import { notRestored } from '../batches/repair-lost-edit.ts'
import { textOfRefusal } from '../batches/page-refusal.ts'
import { sendPageWrites, type AnsweredWrite } from '../batches/send-page-writes.ts'
import { failed, notPutBack } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { commitRevert } from './commit-revert.ts'
import type { PendingRevert, RevertItem } from './page-item.ts'

/** An undo that was decided again, over the page as an editor saved it. */
type Made = { body: PageWriteBody; undo: Undo }

/** Composes the revert of a record: a write, or a commit if the page need not change. */
export function composeRevert(deps: SyncDeps, runId: string, item: RevertItem): PendingRevert | Commit {
  const { undo, change } = item
  if (undo.kind === 'leave') return commitLeft(deps, item, undo.reasons)
  const { write, page } = undo
  if (write === undefined) return commitRevert(deps, runId, item, { undo, page })
  return { key: change, item, undo, write, read: page, known: item.intent, intent: {} }
}

/** An editor with the page open would save the old page over ours, so such pages are not reverted yet. */
export async function leaveOpen(
  deps: SyncDeps,
  reverts: readonly PendingRevert[],
  signal: AbortSignal,
): Promise<{ send: PendingRevert[]; left: Commit[] }> {
  const { open, unclear } = await findOpenPages(
    deps,
    reverts.map(({ undo }) => undo),
    signal,
  )
  const isOpen = ({ undo }: PendingRevert): boolean => open.has(undo.page.id) || unclear.has(undo.page.id)
  return {
    send: reverts.filter((one) => !isOpen(one)),
    left: reverts
      .filter(isOpen)
      .map(({ item, undo }) => commitLeft(deps, item, [unclear.get(undo.page.id) ?? { code: 'undo-open' }])),
  }
}

/** Sends the writes that revert records; every write names a page id and may be repeated. */
export function sendReverts(
  deps: SyncDeps,
  runId: string,
  writes: readonly PendingRevert[],
  signal: AbortSignal,
): ReturnType<typeof sendPageWrites> {
  return sendPageWrites(
    deps,
    {
      runId,
      writes,
      repair: {
        // A write without text cannot overwrite a save.
        overOf: ({ item, undo }) => (undo.fields.length > 0 ? { item, page: undo.page } : undefined),
        recompose: ({ item }, saved) => decideAgain(item, saved),
      },
      commit: (answered) => commitAnswered(deps, runId, answered),
      giveUp: ({ key }, why) => ({
        outcome: failed(deps, key, { code: 'undo-unsaved', detail: why }),
      }),
    },
    signal,
  )
}

/** Decides again about a record whose page an editor saved in the meantime. */
function decideAgain({ change, undoable }: RevertItem, page: Page): Made {
  const undo = planUndo(change, { ...undoable, page })
  const write = undo.kind === 'revert' ? undo.write : undefined
  return { undo, body: write?.kind === 'update' ? write.body : {} }
}

function commitAnswered(
  deps: SyncDeps,
  runId: string,
  { prepared, answer, repair }: AnsweredWrite<PendingRevert, Made>,
): Commit {
  const { item, undo } = prepared
  if (!answer.ok) {
    if (repair === undefined && answer.code === 'rest_already_trashed')
      return commitRevert(deps, runId, item, { undo, page: undo.page })
    if (answer.code === 'rest_post_invalid_id') return commitLeft(deps, item, [{ code: 'undo-gone' }])
    const refused = { code: 'undo-refused', detail: textOfRefusal(answer) } as const
    const reason = repair ? notRestored(repair.saved, answer) : refused
    return { outcome: failed(deps, item.change, reason) }
  }
  const { page } = answer
  if (repair === undefined) return commitRevert(deps, runId, item, { undo, page })
  const { undo: again } = repair.made
  const reasons = [...again.reasons, ...repair.reasons]
  if (again.kind === 'leave') return commitLeft(deps, item, reasons)
  return commitRevert(deps, runId, item, { undo: { ...again, reasons }, page })
}

/** Commits a record whose page stays unchanged. */
function commitLeft(deps: SyncDeps, { done }: RevertItem, reasons: SimpleReason[]): Commit {
  return { outcome: notPutBack(deps, done.outcome, reasons) }
}

import type { SimpleReason } from '../../core/reasons/reason.ts'
import type { Page, PageWritten } from '../../core/record/page.ts'
import { planUndo, type Undo } from '../../core/plan/undo.ts'
import { findOpenPages } from '../batches/open-pages.ts'
import { notRestored } from '../batches/repair-lost-edit.ts'
import { textOfRefusal } from '../batches/page-refusal.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import { failed, notPutBack } from '../batches/stamp-outcome.ts'
import { compact } from '../../lib/compact.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { commitRevert } from './commit-revert.ts'
import type { PendingRevert, RevertItem } from './page-item.ts'

/** Composes the revert of a record: a write, or a commit if the page need not change. */
export function composeRevert(deps: SyncDeps, runId: string, item: RevertItem): PendingRevert | Commit {
  const { undo } = item
  if (undo.kind === 'leave') return commitLeft(deps, item, undo.reasons)
  const { write, page } = undo
  if (write === undefined) return commitRevert(deps, runId, item, { undo, page })
  return { item, undo, write }
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

/** The writes that revert records; every write names a page id and may be repeated. */
export function plannedReverts(
  deps: SyncDeps,
  runId: string,
  reverts: readonly PendingRevert[],
): PlannedWrite[] {
  return reverts.map(({ item, undo, write }): PlannedWrite => {
    const { change, undoable, intent: known } = item
    return compact({
      key: change,
      write,
      read: undo.page,
      known,
      intent: {},
      commit: ({ answer, reasons }) => {
        if (answer.ok)
          return commitRevert(deps, runId, item, { undo: withReasons(undo, reasons), page: answer.page })
        if (answer.code === 'rest_already_trashed')
          return commitRevert(deps, runId, item, { undo, page: undo.page })
        return commitRefused(deps, item, answer, undefined)
      },
      giveUp: (why) => ({ outcome: failed(deps, change, { code: 'undo-unsaved', detail: why }) }),
      // A write without text cannot overwrite a save.
      ...(undo.fields.length > 0 && {
        recompose(saved) {
          const again = planUndo(change, { ...undoable, page: saved })
          return {
            body: again.kind === 'revert' && again.write?.kind === 'update' ? again.write.body : {},
            commit({ answer, reasons }) {
              if (!answer.ok) return commitRefused(deps, item, answer, saved)
              const undone = withReasons(again, reasons)
              if (undone.kind === 'leave') return commitLeft(deps, item, undone.reasons)
              return commitRevert(deps, runId, item, { undo: undone, page: answer.page })
            },
          }
        },
      }),
    })
  })
}

function withReasons<Of extends Undo>(undo: Of, reasons: readonly SimpleReason[]): Of {
  return { ...undo, reasons: [...undo.reasons, ...reasons] }
}

/** `saved`: the page as an editor saved it, if the undo was decided again. */
function commitRefused(
  deps: SyncDeps,
  item: RevertItem,
  refusal: Extract<PageWritten, { ok: false }>,
  saved: Page | undefined,
): Commit {
  if (refusal.code === 'rest_post_invalid_id') return commitLeft(deps, item, [{ code: 'undo-gone' }])
  const refused = { code: 'undo-refused', detail: textOfRefusal(refusal) } as const
  return { outcome: failed(deps, item.change, saved ? notRestored(saved, refusal) : refused) }
}

/** Commits a record whose page stays unchanged. */
function commitLeft(deps: SyncDeps, { done }: RevertItem, reasons: SimpleReason[]): Commit {
  return { outcome: notPutBack(deps, done.outcome, reasons) }
}

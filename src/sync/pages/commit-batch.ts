import { baseAfter } from '../../core/page/compose.ts'
import type { Outcome, WriteChange } from '../../core/plan/change.ts'
import type { Page, PageWritten } from '../../core/page/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { replacedProduct, replacedTexts, type Replaced } from '../../core/plan/undo-entry.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import {
  repairLostEdits,
  refusedToPutBack,
  type AnsweredUpdate,
  type Repaired,
} from '../batches/repair-lost-edit.ts'
import { snapshotOf, type Recomposed, type PendingWrite } from './pending-write.ts'
import { resolveSlugClash } from './resolve-slug-clash.ts'
import { stampOf } from './stamp.ts'

/** `again` holds changes to resolve once more: their page vanished, or a duplicate of it was removed. */
export type Acknowledged = { written: number; again: WriteChange[] }

type Deps = Pick<SyncDeps, 'cms' | 'writes' | 'parents' | 'renderer' | 'log' | 'now'>

/** Turns the answers to a batch into snapshots and outcomes, saved in one step; a refused page is an outcome. */
export async function acknowledge(
  deps: Deps,
  runId: string,
  batch: readonly PendingWrite[],
  answers: readonly PageWritten[],
  signal: AbortSignal,
): Promise<Acknowledged> {
  const commits: Commit[] = []
  const again: WriteChange[] = []
  const updates = batch.flatMap((pendingWrite, index) => toAnswered(pendingWrite, answers[index]))
  const repaired = await repairLostEdits(deps, updates, recomposeOf)
  for (const [index, sent] of batch.entries()) {
    const repair = repaired.get(sent)
    const answer = repair?.answer ?? answers[index]
    if (answer === undefined) continue
    const pendingWrite = repair ? afterRepair(sent, repair) : sent
    const { change, write } = pendingWrite
    if (!answer.ok) {
      if (write.kind === 'update' && answer.code === 'rest_post_invalid_id') again.push(change)
      else
        commits.push({
          outcome: repair
            ? notPutBack(deps, pendingWrite, repair, answer)
            : await refused(deps, pendingWrite, answer),
        })
    } else if (write.kind === 'create' && answer.page.slug !== slugOf(change)) {
      await deps.writes.markUncertain(runId, [change])
      const { duplicateRemoved, note } = await resolveSlugClash(deps, change, answer.page, signal)
      if (duplicateRemoved) again.push(change)
      else commits.push(written(deps, runId, { ...pendingWrite, note }, answer.page))
    } else {
      commits.push(written(deps, runId, pendingWrite, answer.page))
    }
  }
  await deps.writes.commit(runId, commits)
  return { written: commits.length, again }
}

function toAnswered(item: PendingWrite, answer: PageWritten | undefined): AnsweredUpdate<PendingWrite>[] {
  const { write, from } = item
  if (write.kind !== 'update' || from === undefined || answer?.ok !== true) return []
  return [{ item, read: from.read, body: write.body, page: answer.page }]
}

function recomposeOf({ from }: PendingWrite, page: Page): Recomposed {
  if (from === undefined) throw new Error('Only an update of a page that was read is composed again.')
  return from.recompose(page)
}

/** The write as it ought to have been: over the page as a person had saved it. */
function afterRepair(pendingWrite: PendingWrite, { made, saved, note }: Repaired<Recomposed>): PendingWrite {
  const { conflict: _, note: __, page, from, ...rest } = pendingWrite
  return {
    ...rest,
    left: made.left,
    note: made.note === undefined ? note : `${note}; ${made.note}`,
    ...(made.conflict && { conflict: made.conflict }),
    ...(page && { page: saved }),
    ...(from && { from: { ...from, composed: made.body } }),
  }
}

function notPutBack(
  deps: Deps,
  { change }: PendingWrite,
  { saved }: Repaired<Recomposed>,
  answer: Extract<PageWritten, { ok: false }>,
): Outcome {
  const reason = refusedToPutBack(saved, answer)
  return {
    ...keyOf(change),
    result: 'failed',
    reason,
    pageId: saved.id,
    ...stampOf(deps, undefined, undefined),
  }
}

function written(deps: Deps, runId: string, pendingWrite: PendingWrite, page: Page): Commit {
  const { change, write, wanted, links, base, left, snapshot, conflict, done } = pendingWrite
  const anew = write.kind === 'create' && change.kind !== 'create'
  const reason = [
    ...(anew ? ['its page was gone: made anew'] : []),
    ...(pendingWrite.note === undefined ? [] : [pendingWrite.note]),
  ].join('; ')
  const outcome: Outcome = {
    ...keyOf(change),
    result: pendingWrite.page === undefined ? 'created' : change.kind === 'restore' ? 'restored' : 'updated',
    pageId: page.id,
    link: page.link,
    ...(change.kind === 'update' && { fields: change.fields }),
    ...(left.length > 0 && { kept: left }),
    ...(conflict && { conflicts: conflict.fields.map(({ field }) => field) }),
    ...(reason !== '' && { reason }),
    ...stampOf(deps, snapshot, change.digest),
  }
  const replaced = replacedBy(pendingWrite, page)
  const revision = revisionAfter(pendingWrite, page)
  const before = left.length > 0 ? base : wanted
  return {
    outcome,
    snapshot: {
      ...snapshotOf(
        deps,
        runId,
        change,
        page.id,
        { base: baseAfter(change, page, before, left), links },
        snapshot,
      ),
      ...(revision !== undefined && { revision }),
    },
    ...(replaced && { replaced }),
    ...(conflict && { conflict }),
    ...(done && { pending: { read: done, now: undefined } }),
  }
}

/** The revision that the write made; one that stood before it may be an editor's open draft. */
function revisionAfter({ page, snapshot }: PendingWrite, now: Page): number | undefined {
  return page !== undefined && now.revision === page.revision ? snapshot?.revision : now.revision
}

/** What the write replaced; a page that was made replaced nothing. */
function replacedBy(
  { change, write, base, page, snapshot, from }: PendingWrite,
  now: Page,
): Replaced | undefined {
  if (write.kind !== 'update' || page === undefined) return undefined
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    ...replacedTexts(change, page, from?.composed ?? write.body, base),
    ...(page.status !== now.status && { status: { before: page.status, after: now.status } }),
    ...(snapshot?.retiredTo !== undefined && { retiredTo: snapshot.retiredTo }),
    ...(snapshot?.links !== undefined && { links: snapshot.links }),
  }
}

async function refused(
  deps: Deps,
  { change, write }: PendingWrite,
  answer: Extract<PageWritten, { ok: false }>,
): Promise<Outcome> {
  const orphaned = write.kind === 'create' && answer.code === 'rest_post_invalid_id'
  if (orphaned) await deps.parents.invalidate()
  const said = `${answer.reason} (${answer.status} ${answer.code})`
  const reason = orphaned
    ? `the page above it, ${write.body.parent ?? 0}, was deleted while the run was at work: the CMS answered ${said}. The next run makes both`
    : `the CMS refused the page: ${said}. Nothing was written; the next run tries again`
  return { ...keyOf(change), result: 'failed', reason, ...stampOf(deps, undefined, undefined) }
}

function keyOf({ gtin, language }: WriteChange) {
  return { gtin, language }
}

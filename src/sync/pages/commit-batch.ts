import { baseAfter } from '../../core/page/compose.ts'
import type { Page, PageWritten } from '../../core/page/page.ts'
import type { Outcome, WriteChange } from '../../core/plan/change.ts'
import { replacedProduct, replacedTexts, type Replaced } from '../../core/plan/undo-entry.ts'
import { slugOf } from '../../core/record/record.ts'
import {
  repairLostEdits,
  refusedToPutBack,
  type AnsweredUpdate,
  type Repaired,
} from '../batches/repair-lost-edit.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { composeBody } from './compose-body.ts'
import type { Composition, PendingUpdate, PendingWrite } from './page-item.ts'
import { snapshotOf } from './page-snapshot.ts'
import { resolveSlugClash } from './resolve-slug-clash.ts'
import { failed, stampOf } from './stamp.ts'

type Deps = Pick<SyncDeps, 'cms' | 'writes' | 'parents' | 'policy' | 'renderer' | 'log' | 'now'>
type Refusal = Extract<PageWritten, { ok: false }>
/** A write with the CMS's answer; `repair`: it overtook an editor's save, and this is the answer to the repair. */
type Answered = { write: PendingWrite; answer: PageWritten; repair?: Repaired<Composition> }
/** What becomes of a write: a commit, or another try with the change. */
type Committed = { commit: Commit } | { again: WriteChange }

/** `again` holds changes to resolve once more: their page vanished, or a duplicate of it was removed. */
export type CommittedBatch = { written: number; again: WriteChange[] }

/** Turns the answers to a batch into snapshots and outcomes, saved in one step; a refused page is an outcome. */
export async function commitBatch(
  deps: Deps,
  runId: string,
  sent: { batch: readonly PendingWrite[]; answers: readonly PageWritten[] },
  signal: AbortSignal,
): Promise<CommittedBatch> {
  const committed: Committed[] = []
  for (const answered of await repairAnswered(deps, runId, sent))
    committed.push(await commitAnswered(deps, runId, answered, signal))
  const commits = committed.flatMap((one) => ('commit' in one ? [one.commit] : []))
  await deps.writes.commit(runId, commits)
  const again = committed.flatMap((one) => ('again' in one ? [one.again] : []))
  return { written: commits.length, again }
}

/** Pairs writes with their answers, and repairs the updates that overtook an editor's save. */
async function repairAnswered(
  deps: Deps,
  runId: string,
  { batch, answers }: { batch: readonly PendingWrite[]; answers: readonly PageWritten[] },
): Promise<Answered[]> {
  const updates = batch.flatMap((item, index): AnsweredUpdate<PendingUpdate>[] => {
    const answer = answers[index]
    if (item.kind !== 'update' || answer?.ok !== true) return []
    return [{ item, read: item.item.page, body: item.sent, page: answer.page }]
  })
  const repaired = await repairLostEdits(deps, updates, ({ item }, saved) =>
    composeBody(deps, runId, item, saved),
  )
  return batch.flatMap((write, index): Answered[] => {
    const repair = write.kind === 'update' ? repaired.get(write) : undefined
    const answer = repair?.answer ?? answers[index]
    if (answer === undefined) return []
    return [repair ? { write: afterRepair(write, repair), answer, repair } : { write, answer }]
  })
}

/** The write as it should have been: over the page as the editor had saved it. */
function afterRepair(write: PendingWrite, { made, saved, note }: Repaired<Composition>): PendingWrite {
  const { conflict: _, note: __, before, ...rest } = write
  return {
    ...rest,
    ...made,
    note: made.note === undefined ? note : `${note}; ${made.note}`,
    before: { ...before, ...(before.page && { page: saved }) },
  }
}

async function commitAnswered(
  deps: Deps,
  runId: string,
  { write, answer, repair }: Answered,
  signal: AbortSignal,
): Promise<Committed> {
  const { change } = write.item
  if (!answer.ok) {
    if (write.kind === 'update' && answer.code === 'rest_post_invalid_id') return { again: change }
    if (repair === undefined) return { commit: { outcome: await refused(deps, write, answer) } }
    const { saved } = repair
    const reason = refusedToPutBack(saved, answer)
    return { commit: { outcome: failed(deps, change, reason, { pageId: saved.id }) } }
  }
  if (write.kind === 'update' || answer.page.slug === slugOf(change))
    return { commit: commitWritten(deps, runId, write, answer.page) }
  await deps.writes.markUncertain(runId, [change])
  const { duplicateRemoved, note } = await resolveSlugClash(deps, change, answer.page, signal)
  if (duplicateRemoved) return { again: change }
  return { commit: commitWritten(deps, runId, { ...write, note }, answer.page) }
}

function commitWritten(deps: Deps, runId: string, write: PendingWrite, page: Page): Commit {
  const { item, left, conflict, before } = write
  const { change, wanted, base, decision } = item
  const isRecreated = write.kind === 'create' && change.kind !== 'create'
  const reason = [...(isRecreated ? ['its page was gone: created again'] : []), write.note ?? []]
    .flat()
    .join('; ')
  const updated = change.kind === 'restore' ? 'restored' : 'updated'
  const replaced = replacedBy(write, page)
  const revision = revisionAfter(write, page)
  const { gtin, language } = change
  const outcome: Outcome = {
    gtin,
    language,
    result: before.page === undefined ? 'created' : updated,
    pageId: page.id,
    link: page.link,
    ...(change.kind === 'update' && { fields: change.fields }),
    ...(left.length > 0 && { kept: left }),
    ...(conflict && { conflicts: conflict.fields.map(({ field }) => field) }),
    ...(reason !== '' && { reason }),
    ...stampOf(deps, before.snapshot, change.digest),
  }
  return {
    outcome,
    snapshot: {
      ...snapshotOf(deps, runId, item, {
        pageId: page.id,
        base: baseAfter(change, page, left.length > 0 ? base : wanted, left),
        before: before.snapshot,
      }),
      ...(revision !== undefined && { revision }),
    },
    ...(replaced && { replaced }),
    ...(conflict && { conflict }),
    ...(decision && { pending: { read: decision, now: undefined } }),
  }
}

/** The revision that the write made; one that was there before may be an editor's open draft. */
function revisionAfter({ before: { page, snapshot } }: PendingWrite, now: Page): number | undefined {
  return page !== undefined && now.revision === page.revision ? snapshot?.revision : now.revision
}

/** What the write replaced; a page that was made replaced nothing. */
function replacedBy({ kind, item, body, before }: PendingWrite, now: Page): Replaced | undefined {
  const { page, snapshot } = before
  if (kind === 'create' || page === undefined) return undefined
  const { change, base } = item
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    ...replacedTexts(change, page, body, base),
    ...(page.status !== now.status && { status: { before: page.status, after: now.status } }),
    ...(snapshot?.retiredTo !== undefined && { retiredTo: snapshot.retiredTo }),
    ...(snapshot?.links !== undefined && { links: snapshot.links }),
  }
}

async function refused(deps: Deps, write: PendingWrite, answer: Refusal): Promise<Outcome> {
  const said = `${answer.reason} (${answer.status} ${answer.code})`
  if (write.kind === 'update' || answer.code !== 'rest_post_invalid_id') {
    const reason = `the CMS refused the page: ${said}. Nothing was written; the next run tries again`
    return failed(deps, write.item.change, reason)
  }
  await deps.parents.invalidate()
  const reason = `its parent page ${write.body.parent ?? 0} was deleted during the run: the CMS answered ${said}. The next run creates both`
  return failed(deps, write.item.change, reason)
}

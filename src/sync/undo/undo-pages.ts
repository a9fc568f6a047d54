import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { cameWithUndo } from '../../core/decisions/pending-decision.ts'
import type { Page, PageWritten } from '../../core/page/page.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { planUndo, type Undo, type Undoable } from '../../core/plan/undo.ts'
import { failedUndo, leftAlone, notPutBack, putBack, type Undoing } from './commit-undo.ts'
import { mayBeOpen, readOpen } from '../batches/open-pages.ts'
import type { SyncDeps } from '../deps.ts'
import { repairLostEdits, type AnsweredUpdate, type Repaired } from '../batches/repair-lost-edit.ts'
import type { Commit } from '../ports/writes.ts'
import { readReadable } from '../runs/readable.ts'
import { sendBatches } from '../batches/send-batches.ts'

type Deps = Pick<
  SyncDeps,
  'cms' | 'snapshots' | 'writes' | 'losses' | 'decisions' | 'undo' | 'runs' | 'policy' | 'log' | 'now'
>
type Input = { runId: string; undoes: string; recordIds: readonly string[] }
type Item = Undoing & { undo: Undo; undoable: Undoable }

/**
 * Puts back what the run `undoes` wrote to at most 100 records, where nobody touched it since. Records that have an
 * outcome already are skipped; every write goes by id and may be repeated. `waitMs` above 0: some requests failed,
 * call again after that.
 */
export async function undoPages(deps: Deps, input: Input, signal: AbortSignal): Promise<{ waitMs: number }> {
  const { runId } = input
  const done: Commit[] = []
  const toWrite: Sent[] = []
  const { found: items, damaged } = await readReadable(input.recordIds.map(toRecordKey), (some) =>
    prepare(deps, { ...input, recordIds: some.map(recordId) }, signal),
  )
  await deps.runs.saveOutcomes(runId, damaged)
  for (const { undo, ...item } of await leaveOpen(deps, items, signal)) {
    if (undo.kind === 'leave') done.push(leftAlone(deps, item, undo.reason))
    else if (undo.write === undefined) done.push(putBack(deps, input, { ...item, undo }, undo.page))
    else toWrite.push({ ...item, undo: { ...undo, write: undo.write } })
  }
  await deps.writes.commit(runId, done)
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: toWrite,
      idOf: ({ key }) => recordId(key),
      isStopped: async () => (await deps.runs.state(runId)) !== 'writing',
      async send(batch) {
        await deps.writes.intend(
          runId,
          batch.map(({ key }) => ({ key })),
          deps.now().getTime(),
        )
        // A batch in hand is finished even when the process is told to stop: an answer is worth waiting for.
        return deps.cms.writePages(
          batch.map(({ undo }) => undo.write),
          new AbortController().signal,
        )
      },
      acknowledge: (batch, answers) => acknowledge(deps, input, batch, answers),
      giveUp: (failed) =>
        deps.writes.commit(
          runId,
          failed.map(({ item, reason }) => notPutBack(deps, item, reason)),
        ),
    },
    signal,
  )
  return { waitMs }
}

async function acknowledge(
  deps: Deps,
  input: Input,
  batch: readonly Sent[],
  answers: readonly PageWritten[],
): Promise<void> {
  const repaired = await repairUndone(deps, batch, answers)
  const commits = batch.flatMap((sent, index): Commit[] => {
    const answer = answers[index]
    if (answer === undefined) return []
    const repair = repaired.get(sent)
    if (repair) return [afterRepair(deps, input, sent, repair)]
    if (answer.ok) return [putBack(deps, input, sent, answer.page)]
    if (answer.code === 'rest_already_trashed') return [putBack(deps, input, sent, sent.undo.page)]
    return [failedUndo(deps, sent, answer)]
  })
  await deps.writes.commit(input.runId, commits)
  deps.log.info({ runId: input.runId, undoes: input.undoes, pages: commits.length }, 'batch put back')
}

type PutBack = Extract<Undo, { kind: 'put back' }>
type Sent = Item & { undo: PutBack & Required<Pick<PutBack, 'write'>> }
type Made = { body: PageWriteBody; undo: Undo }

/** Puts back what editors saved while texts were written; a write without texts takes none away. */
async function repairUndone(
  deps: Deps,
  batch: readonly Sent[],
  answers: readonly PageWritten[],
): Promise<Map<Sent, Repaired<Made>>> {
  const updates = batch.flatMap((item, index): AnsweredUpdate<Sent>[] => {
    const { page: read, write, fields } = item.undo
    const answer = answers[index]
    if (write.kind !== 'update' || fields.length === 0 || answer?.ok !== true) return []
    return [{ item, read, body: write.body, page: answer.page }]
  })
  return repairLostEdits(deps, updates, replan)
}

/** Decides again about a record whose page an editor saved meanwhile. */
function replan({ key, undoable }: Sent, page: Page): Made {
  const undo = planUndo(key, { ...undoable, page })
  const write = undo.kind === 'put back' ? undo.write : undefined
  return { undo, body: write?.kind === 'update' ? write.body : {} }
}

function afterRepair(
  deps: Deps,
  input: Input,
  item: Sent,
  { made, saved, answer, note }: Repaired<Made>,
): Commit {
  if (!answer.ok) return failedUndo(deps, item, answer, saved)
  const { undo } = made
  if (undo.kind === 'leave') return leftAlone(deps, item, `${undo.reason}; ${note}`)
  const reason = undo.reason === undefined ? note : `${undo.reason}; ${note}`
  return putBack(deps, input, { ...item, undo: { ...undo, reason } }, answer.page)
}

/** An editor at work would save the old page back over ours: their page is left until they are done. */
async function leaveOpen(deps: Deps, items: Item[], signal: AbortSignal): Promise<Item[]> {
  const suspects = items.flatMap(({ undo }) =>
    undo.kind === 'put back' && undo.write !== undefined && mayBeOpen(undo.page, undo.snapshot)
      ? [undo.page]
      : [],
  )
  if (suspects.length === 0) return items
  const open = await readOpen(deps, suspects, signal)
  const reason = 'somebody is at work on the page in the editor. When they have saved it, undo once more'
  return items.map((item) =>
    item.undo.kind === 'put back' && open.has(item.undo.page.id)
      ? { ...item, undo: { kind: 'leave', reason } }
      : item,
  )
}

async function prepare(deps: Deps, input: Input, signal: AbortSignal): Promise<Item[]> {
  const finished = await deps.undo.outcomes(input.runId, input.recordIds)
  const left = input.recordIds.filter((_, index) => finished[index] === undefined)
  if (left.length === 0) return []
  const keys = left.map(toRecordKey)
  const snapshots = await deps.snapshots.read(keys)
  const [done, decisions, intents] = await Promise.all([
    deps.undo.read(
      input.undoes,
      keys.map((key, index) => ({ key, snapshot: snapshots[index] })),
    ),
    deps.decisions.read(keys),
    deps.writes.intents(keys),
  ])
  const ids = snapshots.flatMap((snapshot) => (snapshot ? [snapshot.pageId] : []))
  const pages = new Map<number, Page>()
  if (ids.length > 0) for (const page of await deps.cms.readPages(ids, signal)) pages.set(page.id, page)
  return keys.flatMap((key, index): Item[] => {
    const what = done[index]
    if (what === undefined) return []
    const [snapshot, pending] = [snapshots[index], decisions[index]]
    const undoable: Undoable = {
      runId: input.undoes,
      did: what.outcome.result === 'created' ? 'created' : (what.replaced?.did ?? 'updated'),
      replaced: what.replaced,
      page: snapshot && pages.get(snapshot.pageId),
      snapshot,
      pageStatus: deps.policy.pageStatus,
      begun: intents[index]?.runId === input.runId,
    }
    const item = { key, done: what, undoable, ...(pending && { pending }) }
    if (pending?.kind === 'hold' && !cameWithUndo(pending, input.undoes)) {
      const reason = `a person holds the record (${pending.reason}): release it before it is put back`
      return [{ ...item, undo: { kind: 'leave', reason } }]
    }
    return [{ ...item, undo: planUndo(key, undoable) }]
  })
}

import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { cameWithUndo } from '../../core/decisions/pending-decision.ts'
import type { Page } from '../../core/page/page.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { planUndo, type Undo } from '../../core/plan/undo.ts'
import { findOpenPages } from '../batches/open-pages.ts'
import { sendPageWrites, type AnsweredWrite, type PreparedWrite } from '../batches/send-page-writes.ts'
import { failed } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { readReadable } from '../runs/readable.ts'
import { commitLeft, commitPutBack, commitRefused, type UndoItem } from './commit-undo.ts'

type Input = { runId: string; undoes: string; recordIds: readonly string[] }
type Planned = UndoItem & { undo: Undo }
type Pending = UndoItem & { undo: Extract<Undo, { kind: 'put back' }> } & PreparedWrite
type Over = Pending & { page: Page }
type Made = { body: PageWriteBody; undo: Undo }

/**
 * Puts back what the run `undoes` wrote to at most 100 records, where nobody changed the page since. Records with an
 * outcome are skipped. Every write names a page id and may be repeated. `waitMs` above 0: some requests failed; call
 * again after that.
 */
export async function undoPages(
  deps: SyncDeps,
  input: Input,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const { runId } = input
  const { found: items, damaged } = await readReadable(input.recordIds.map(toRecordKey), (keys) =>
    prepare(deps, input, keys, signal),
  )
  await deps.runs.saveOutcomes(runId, damaged)
  const done: Commit[] = []
  const pending: Pending[] = []
  for (const { undo, ...item } of await leaveOpen(deps, items, signal)) {
    if (undo.kind === 'leave') done.push(commitLeft(deps, item, undo.reason))
    else if (undo.write === undefined) done.push(commitPutBack(deps, input, { ...item, undo }, undo.page))
    else pending.push({ ...item, undo, write: undo.write, intent: { key: item.key } })
  }
  await deps.writes.commit(runId, done)
  return sendPageWrites(
    deps,
    {
      runId,
      writes: pending,
      // A write without texts overtakes no save.
      repair: {
        overOf: (item): Over | undefined =>
          item.undo.fields.length > 0 ? { ...item, page: item.undo.page } : undefined,
        recompose: planAgain,
      },
      commit: (answered) => commitAnswered(deps, input, answered),
      giveUp: ({ key }, why) => ({
        outcome: failed(deps, key, `the CMS could not put the page back: ${why}`),
      }),
    },
    signal,
  )
}

/** Decides again about a record whose page an editor saved meanwhile. */
function planAgain({ key, undoable }: Over, page: Page): Made {
  const undo = planUndo(key, { ...undoable, page })
  const write = undo.kind === 'put back' ? undo.write : undefined
  return { undo, body: write?.kind === 'update' ? write.body : {} }
}

function commitAnswered(
  deps: SyncDeps,
  input: Input,
  { prepared, answer, repair }: AnsweredWrite<Pending, Made>,
): Commit {
  if (!answer.ok) {
    if (repair === undefined && answer.code === 'rest_already_trashed')
      return commitPutBack(deps, input, prepared, prepared.undo.page)
    return commitRefused(deps, prepared, answer, repair?.saved)
  }
  if (repair === undefined) return commitPutBack(deps, input, prepared, answer.page)
  const { undo } = repair.made
  const reason = [undo.reason, repair.note].filter(Boolean).join('; ')
  if (undo.kind === 'leave') return commitLeft(deps, prepared, reason)
  return commitPutBack(deps, input, { ...prepared, undo: { ...undo, reason } }, answer.page)
}

/** An editor at work would save the old page back over ours, so their page is left until they are done. */
async function leaveOpen(deps: SyncDeps, items: Planned[], signal: AbortSignal): Promise<Planned[]> {
  const candidates = items.flatMap(({ undo }) =>
    undo.kind === 'put back' && undo.write !== undefined ? [undo] : [],
  )
  const open = await findOpenPages(deps, candidates, signal)
  const reason = 'the page is open in the editor with unsaved text. Undo again once it is saved'
  return items.map((item) =>
    item.undo.kind === 'put back' && open.has(item.undo.page.id)
      ? { ...item, undo: { kind: 'leave', reason } }
      : item,
  )
}

async function prepare(
  deps: SyncDeps,
  { runId, undoes }: Input,
  all: readonly RecordKey[],
  signal: AbortSignal,
): Promise<Planned[]> {
  const finished = await deps.undo.outcomes(runId, all.map(recordId))
  const keys = all.filter((_, index) => finished[index] === undefined)
  if (keys.length === 0) return []
  const snapshots = await deps.snapshots.read(keys)
  const wanted = keys.map((key, index) => ({ key, snapshot: snapshots[index] }))
  const ids = snapshots.flatMap((snapshot) => snapshot?.pageId ?? [])
  const [done, decisions, intents, pages] = await Promise.all([
    deps.undo.read(undoes, wanted),
    deps.decisions.read(keys),
    deps.writes.intents(keys),
    ids.length > 0 ? deps.cms.readPages(ids, signal) : [],
  ])
  return wanted.flatMap(({ key, snapshot }, index): Planned[] => {
    const what = done[index]
    if (what === undefined) return []
    const pending = decisions[index]
    const undoable = {
      runId: undoes,
      did: what.outcome.result === 'created' ? ('created' as const) : (what.replaced?.did ?? 'updated'),
      replaced: what.replaced,
      page: pages.find(({ id }) => id === snapshot?.pageId),
      snapshot,
      pageStatus: deps.policy.pageStatus,
      begun: intents[index]?.runId === runId,
    }
    const item = { key, done: what, undoable, ...(pending && { pending }) }
    if (pending?.kind === 'hold' && !cameWithUndo(pending, undoes)) {
      const reason = `a person holds the record (${pending.reason}): release it before it is put back`
      return [{ ...item, undo: { kind: 'leave', reason } }]
    }
    return [{ ...item, undo: planUndo(key, undoable) }]
  })
}

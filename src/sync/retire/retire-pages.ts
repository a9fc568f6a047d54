import type { RetireChange } from '../../core/run/change.ts'
import type { Page, PageWrite, PageWritten } from '../../core/record/page.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import { awaitedOn } from '../../core/page/waiting-draft.ts'
import { planRetirement } from '../../core/plan/retire.ts'
import { findOpenPages } from '../batches/open-pages.ts'
import { refusedSilently } from '../batches/confirm-stored.ts'
import { textOfRefusal } from '../batches/page-refusal.ts'
import type { PlannedWrite, WriteResponse } from '../batches/planned-write.ts'
import { sendWrites, type Answered } from '../batches/send-writes.ts'
import type { SyncDeps } from '../deps.ts'
import { notRetired, retired, type RetireItem } from './commit-retired.ts'
import { findPagesToRetire, type PagesToRetire } from './find-pages-to-retire.ts'
import { skipHeld } from '../plan/skip-held.ts'
import { placeNotices } from './place-notices.ts'
import type { Commit } from '../ports/writes.ts'
import { leaveDamaged, readOrUndefined, readSkippingDamaged } from '../runs/read-despite-damage.ts'

const gone = new Set(['rest_already_trashed', 'rest_post_invalid_id'])

/**
 * Retires the pages of at most 100 planned records. Every write names a page id and may be repeated. `waitMs` above 0:
 * some requests failed, or may still land; call again after that.
 */
export async function retirePages(
  deps: SyncDeps,
  { runId, recordIds }: { runId: string; recordIds: string[] },
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const changed = await deps.plans.read(runId, recordIds)
  const listed = changed.filter((change): change is RetireChange => change?.kind === 'retire')
  // A record may have been held after the plan was made.
  const { free: changes, outcomes } = await skipHeld(deps, runId, listed)
  const { pages, left } = await findPagesToRetire(deps, changes, signal)
  const certain = changes.filter((change) => !left.has(change))
  const { found: items, damaged } = await readSkippingDamaged(certain, (some) =>
    prepare(deps, some, pages, signal),
  )
  await leaveDamaged(deps, runId, damaged)
  const retiring = new Map<PlannedWrite, RetireItem>()
  const noticed: RetireItem[] = []
  const done: Commit[] = [
    ...outcomes.map((outcome) => ({ outcome })),
    ...[...left].map(([change, why]) => notRetired(deps, change, 'unread', why)),
  ]
  for (const item of items) {
    const write = plannedRetirement(deps, runId, item)
    if (item.retirement.to === 'notice') noticed.push(item)
    else if (write === undefined) done.push({ ...retired(deps, runId, item), intent: item.known })
    else retiring.set(write, item)
  }
  await deps.writes.commitUnsent(runId, done)
  const followUp = async (answered: readonly Answered[]): Promise<Answered[]> => {
    const batch = answered.flatMap(({ planned, answer }): AnsweredItem[] => {
      const item = retiring.get(planned)
      return item === undefined ? [] : [{ planned, item, answer }]
    })
    const finished = await finishTrashed(deps, batch, signal)
    return confirmRetired(deps, runId, finished, signal)
  }
  const sent = await sendWrites(deps, { runId, writes: [...retiring.keys()], followUp }, signal)
  const placed = await placeNotices(deps, runId, noticed, signal)
  return { waitMs: Math.max(sent.waitMs, placed.waitMs) }
}

/** The write that retires a page; undefined if it need not change. */
function plannedRetirement(deps: SyncDeps, runId: string, item: RetireItem): PlannedWrite | undefined {
  const { change, retirement, known } = item
  if (retirement.write === undefined) return undefined
  return {
    key: change,
    write: retirement.write,
    known,
    intent: {},
    commit: ({ answer }) => commitRetired(deps, runId, item, answer),
    giveUp: (why) => notRetired(deps, change, 'unsaved', why),
  }
}

/** An item with the CMS's response to its write. */
type AnsweredItem = Answered & { item: RetireItem }

/** Decides once more about pages in the trash: they are deleted permanently, restored, or stay there. */
async function finishTrashed(
  deps: SyncDeps,
  batch: readonly AnsweredItem[],
  signal: AbortSignal,
): Promise<AnsweredItem[]> {
  // After a lost reply, the page is already in the trash.
  const trashed = batch.flatMap(({ item, answer }) =>
    !answer.ok && answer.code === 'rest_already_trashed' ? [item.change.pageId] : [],
  )
  const read = trashed.length === 0 ? [] : await deps.cms.readPages(trashed, signal)
  const decided = batch.map((one) => decideTrashed(deps, one, read))
  const writes = decided.flatMap(({ next }) => next ?? [])
  const answers = (await deps.cms.writePages(writes, signal)).values()
  return decided.map(({ next, ...one }) => ({ ...one, answer: (next && answers.next().value) ?? one.answer }))
}

/**
 * Confirms that pages have their new status and that deleted ones are gone, because a plugin may prevent it silently.
 */
async function confirmRetired(
  deps: SyncDeps,
  runId: string,
  batch: readonly AnsweredItem[],
  signal: AbortSignal,
): Promise<Answered[]> {
  const suspects = batch.flatMap(({ item: { retirement }, answer }) => {
    const isAsked = answer.ok && retirement.to !== 'keep' && answer.page.status !== retirement.to
    return isAsked ? [answer.page.id] : []
  })
  const { pages, unreadable } = await deps.cms.readAddresses(suspects, signal)
  const now = new Map(pages.map((page) => [page.id, page]))
  return batch.map(({ planned: first, item, answer }): Answered => {
    const planned = {
      ...first,
      commit: (done: WriteResponse) => commitRetired(deps, runId, item, done.answer),
    }
    if (!answer.ok || !suspects.includes(answer.page.id)) return { planned, answer }
    const page = now.get(answer.page.id)
    const isDone = page === undefined ? item.retirement.to === 'delete' : page.status === item.retirement.to
    if (isDone && !unreadable.has(answer.page.id)) return { planned, answer }
    return { planned, answer: refusedSilently(['status']) }
  })
}

/** Decides once more about a page in the trash; `next` is the remaining write for it. */
function decideTrashed(
  { policy: { retireTo, pageStatus } }: SyncDeps,
  { planned, item, answer: first }: AnsweredItem,
  read: readonly Page[],
): AnsweredItem & { next?: PageWrite } {
  const { change, snapshot } = item
  const now = read.find(({ id }) => id === change.pageId)
  const answer = now ? { ok: true as const, page: now } : first
  const same = { planned, item, answer }
  if (!answer.ok && answer.code === 'rest_trash_not_supported' && retireTo === 'delete')
    return { ...same, next: { kind: 'delete', id: change.pageId, force: true } }
  if (!answer.ok || answer.page.status !== 'trash') return same
  const whole = 'base' in snapshot ? snapshot : undefined
  const retirement = planRetirement(change, {
    page: answer.page,
    snapshot: whole,
    retireTo,
    pageStatus,
    begun: true,
  })
  const { write: next } = retirement
  return { planned, item: { ...item, retirement }, answer, ...(next && { next }) }
}

async function prepare(
  deps: SyncDeps,
  planned: readonly RetireChange[],
  pages: PagesToRetire['pages'],
  signal: AbortSignal,
): Promise<RetireItem[]> {
  if (planned.length === 0) return []
  const changes = planned.map((change) => ({ ...change, pageId: pages.get(change)?.id ?? change.pageId }))
  const [heads, snapshots, intents, states] = await Promise.all([
    deps.snapshots.heads(changes),
    deps.snapshots.read(changes),
    deps.writes.intents(changes),
    readOrUndefined(changes, (some) => deps.pageStates.read(some)),
  ])
  const byId = new Map([...pages.values()].map((page) => [page.id, page]))
  const { retireTo, pageStatus } = deps.policy
  const candidates = changes.flatMap(({ pageId }, index) => {
    const page = byId.get(pageId)
    return page ? [{ page, snapshot: snapshots[index] }] : []
  })
  // A draft keeps unsaved text, so only pages to be trashed or deleted are checked.
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  const { open, unclear } = await findOpenPages(deps, destroys ? candidates : [], signal)
  return changes.flatMap((change, index): RetireItem[] => {
    const [head, snapshot, intent] = [heads[index], snapshots[index], intents[index]]
    if (head === undefined) return []
    const page = byId.get(change.pageId)
    // An intent with a page state is an update's.
    const begun = intent !== undefined && intent.read === undefined
    const awaits = page && awaitedOn(readPage(change, page), { isKnown: true, seen: states[index] })
    const retirement = planRetirement(change, {
      page,
      snapshot,
      waits: awaits !== undefined,
      retireTo,
      pageStatus,
      begun,
      // A page with unreadable autosaves may be open.
      open: open.has(change.pageId) || unclear.has(change.pageId),
    })
    const stored = { ...(snapshot ?? head), pageId: change.pageId }
    return [{ change, snapshot: stored, page, retirement, awaits, known: intent }]
  })
}

function commitRetired(deps: SyncDeps, runId: string, item: RetireItem, answer: PageWritten): Commit {
  if (answer.ok || gone.has(answer.code))
    return { ...retired(deps, runId, item), ...(answer.ok && { page: answer.page }) }
  return notRetired(deps, item.change, 'refused', textOfRefusal(answer))
}

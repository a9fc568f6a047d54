import type { PageStatus } from '../../contracts/cms/page.ts'
import type { Outcome, RetireChange } from '../../core/plan/change.ts'
import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import { planRetirement, type Retirement } from '../../core/plan/retire.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'
import { mayBeOpen, readOpen } from '../batches/open-pages.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { leaveDamaged, readReadable } from '../runs/readable.ts'
import { sendBatches } from '../batches/send-batches.ts'
import { skipHeld } from '../plan/skip-held.ts'
import { stampOf } from '../pages/stamp.ts'

type Deps = Pick<
  SyncDeps,
  'cms' | 'snapshots' | 'decisions' | 'plans' | 'writes' | 'losses' | 'runs' | 'policy' | 'log' | 'now'
>
type Item = {
  change: RetireChange
  /** Whole, unless its body was lost. */
  snapshot: Snapshot | SnapshotHead
  page: Page | undefined
  retirement: Retirement
}

const gone = new Set(['rest_already_trashed', 'rest_post_invalid_id'])

/**
 * Retires the pages of at most 100 planned records; all of its writes go by id and may be repeated. `waitMs` above 0:
 * some requests failed, call again after that.
 */
export async function retirePages(
  deps: Deps,
  input: { runId: string; recordIds: string[] },
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const planned = await deps.plans.read(input.runId, input.recordIds)
  const listed = planned.filter((change): change is RetireChange => change?.kind === 'retire')
  // A person may have taken hold of a record after the plan was made.
  const { free: changes, outcomes } = await skipHeld(deps, input.runId, listed)
  await deps.writes.commit(
    input.runId,
    outcomes.map((outcome) => ({ outcome })),
  )
  if (changes.length === 0) return { waitMs: 0 }
  const { found: items, damaged } = await readReadable(changes, (some) => prepare(deps, some, signal))
  await leaveDamaged(deps, input.runId, damaged)
  const still = items.filter(({ retirement }) => retirement.write === undefined)
  await deps.writes.commit(
    input.runId,
    still.map((item) => retired(deps, input.runId, item)),
  )
  const toWrite = items.filter(({ retirement }) => retirement.write !== undefined)
  const { waitMs } = await sendBatches(
    deps,
    {
      runId: input.runId,
      items: toWrite,
      idOf: ({ change }) => recordId(change),
      isStopped: async () => (await deps.runs.state(input.runId)) !== 'writing',
      async send(batch) {
        await deps.writes.intend(
          input.runId,
          batch.map(({ change }) => ({ key: change })),
          deps.now().getTime(),
        )
        const writes = batch.flatMap(({ retirement }): PageWrite[] =>
          retirement.write ? [retirement.write] : [],
        )
        return goOn(deps, batch, await deps.cms.writePages(writes, signal), signal)
      },
      acknowledge: (_, ended) =>
        deps.writes.commit(
          input.runId,
          ended.map(([item, answer]) => toCommit(deps, input.runId, item, answer)),
        ),
      giveUp: (failed) =>
        deps.writes.commit(
          input.runId,
          failed.map(({ item, reason }) =>
            notRetired(deps, item, `the CMS could not save the retirement: ${reason}`),
          ),
        ),
    },
    signal,
  )
  return { waitMs }
}

/** Decides once more what to do with what went to the trash: it goes for good, or out again, or stays. */
async function goOn(
  deps: Deps,
  batch: readonly Item[],
  answers: readonly PageWritten[],
  signal: AbortSignal,
): Promise<[Item, PageWritten | undefined][]> {
  const { retireTo } = deps.policy
  // Sent once more after a lost answer, a page is in the trash already.
  const trashed = batch.flatMap(({ change }, index) => {
    const answer = answers[index]
    return answer?.ok === false && answer.code === 'rest_already_trashed' ? [change.pageId] : []
  })
  const read = trashed.length === 0 ? [] : await deps.cms.readPages(trashed, signal)
  const items = batch.map((item, index): [Item, PageWritten | undefined] => {
    const again = read.find(({ id }) => id === item.change.pageId)
    const answer: PageWritten | undefined = again ? { ok: true, page: again } : answers[index]
    if (answer?.ok === false && answer.code === 'rest_trash_not_supported' && retireTo === 'delete') {
      const write: PageWrite = { kind: 'delete', id: item.change.pageId, force: true }
      return [{ ...item, retirement: { ...item.retirement, write } }, undefined]
    }
    if (answer?.ok !== true || answer.page.status !== 'trash') return [item, answer]
    const whole = 'base' in item.snapshot ? item.snapshot : undefined
    const retirement = planRetirement(item.change, {
      page: answer.page,
      snapshot: whole,
      retireTo,
      begun: true,
    })
    return [{ ...item, retirement }, retirement.write ? undefined : answer]
  })
  const writes = items.flatMap(([{ retirement }, answer]) => (answer ? [] : (retirement.write ?? [])))
  const later = (await deps.cms.writePages(writes, signal)).values()
  return items.map(([item, answer]) => [item, answer ?? later.next().value])
}

async function prepare(deps: Deps, changes: readonly RetireChange[], signal: AbortSignal): Promise<Item[]> {
  const [pages, heads, snapshots, intents] = await Promise.all([
    deps.cms.readPages(
      changes.map(({ pageId }) => pageId),
      signal,
    ),
    deps.snapshots.heads(changes),
    deps.snapshots.read(changes),
    deps.writes.intents(changes),
  ])
  const byId = new Map(pages.map((page) => [page.id, page]))
  const { retireTo } = deps.policy
  const suspects = changes.flatMap(({ pageId }, index) => {
    const page = byId.get(pageId)
    return page && mayBeOpen(page, snapshots[index]) ? [page] : []
  })
  // Only what would go with the page is asked for: a draft keeps it.
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  const open = await readOpen(deps, destroys ? suspects : [], signal)
  return changes.flatMap((change, index): Item[] => {
    const head = heads[index]
    const snapshot: Snapshot | undefined = snapshots[index]
    if (head === undefined) return []
    const page = byId.get(change.pageId)
    const intent = intents[index]
    // One with what was read is an update's.
    const begun = intent !== undefined && intent.read === undefined
    const retirement = planRetirement(change, {
      page,
      snapshot,
      retireTo,
      begun,
      open: open.has(change.pageId),
    })
    return [{ change, snapshot: snapshot ?? head, page, retirement }]
  })
}

function toCommit(deps: Deps, runId: string, item: Item, answer: PageWritten | undefined): Commit {
  if (answer?.ok === false && !gone.has(answer.code)) {
    const said = `${answer.reason} (${answer.status} ${answer.code})`
    return notRetired(deps, item, `the CMS refused to retire the page: ${said}`)
  }
  return retired(deps, runId, item)
}

function notRetired(deps: Deps, { change: { gtin, language, pageId } }: Item, why: string): Commit {
  const { at } = stampOf(deps, undefined, undefined)
  const reason = `${why}. It stays as it is; the next run tries again`
  return { outcome: { gtin, language, result: 'failed', reason, pageId, at } }
}

function retired(deps: Deps, runId: string, { change, snapshot, page, retirement }: Item): Commit {
  const { gtin, language, reason } = change
  const stamp = stampOf(deps, undefined, undefined)
  const outcome: Outcome = {
    gtin,
    language,
    result: 'retired',
    pageId: snapshot.pageId,
    reason: retirement.reason === undefined ? reason : `${reason}; ${retirement.reason}`,
    ...stamp,
    before: snapshot.digest,
  }
  const { to } = retirement
  const now = 'product' in snapshot ? { ...snapshot, runId, writtenAt: stamp.at } : snapshot
  return {
    outcome,
    snapshot: { ...now, state: 'retired', retiredTo: to },
    ...(to !== 'delete' && { replaced: replacedBy(page, to, deps.policy.pageStatus) }),
  }
}

function replacedBy(
  page: Page | undefined,
  to: Exclude<Retirement['to'], 'delete'>,
  pageStatus: PageStatus,
): Replaced {
  if (page === undefined || to === 'keep') return { did: 'retired' }
  // Retired by us before a crash: what it was is not known any more, what it most likely was is.
  const before = page.status === to ? pageStatus : page.status
  return { did: 'retired', status: { before, after: to } }
}

import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { withValues } from '../../lib/chunks.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import { sendWrites } from '../batches/send-writes.ts'
import type { SyncDeps } from '../deps.ts'
import { classifyPages } from '../pages/classify-page.ts'
import { plannedWrites } from '../pages/commit-writes.ts'
import { composeWrites } from '../pages/compose-writes.ts'
import { deferOpen } from '../pages/defer-open.ts'
import type { PendingWrite } from '../pages/page-item.ts'
import { withIntents } from '../pages/write-pages.ts'
import { readSuccessors } from '../plan/read-successors.ts'
import type { Commit } from '../ports/writes.ts'
import { mayHaveJsonLd, withoutScriptRight } from '../runs/script-right.ts'
import type { RetireItem } from './commit-retired.ts'
import { refusedNotice, toNoticeItem, toRetirement, type NoticeItem } from './notice-item.ts'

/** A page that vanished before its write is read again after this time. */
const vanishedMs = 1_000

type PendingNotice = PendingWrite & { notice: NoticeItem }

/**
 * Adds notices to the pages of at most 100 retired records, as updates that pass through the same steps as all others:
 * merge, wait for a write that may still land, deferral of open pages, repair of lost edits. `waitMs` above 0: call
 * again after that.
 */
export async function placeNotices(
  all: SyncDeps,
  runId: string,
  items: readonly RetireItem[],
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  if (items.length === 0) return { waitMs: 0 }
  const jsonLd = await mayHaveJsonLd(all, items[0]?.page?.id, signal)
  const deps = jsonLd ? all : withoutScriptRight(all)
  const graceLeft = await openGrace(
    deps,
    items.map(({ known }) => known),
  )
  const successorOf = await readSuccessors(
    deps,
    runId,
    items.map(({ change }) => change),
  )
  const noticed = items.flatMap(
    (item) => toNoticeItem(deps, item, { graceLeft, jsonLd, successor: successorOf(item.change) }) ?? [],
  )
  const composed = await composeNotices(deps, { runId, jsonLd }, noticed, signal)
  const { send, deferred } = await deferOpen(deps, runId, composed.send, signal)
  const unsent = withIntents(
    [...composed.done, ...deferred],
    noticed.map(({ update }) => update),
  )
  await deps.writes.commitUnsent(runId, unsent)
  const vanished: WriteChange[] = []
  const writes = send.flatMap((pending) =>
    plannedWrites(deps, runId, { writes: [pending], again: vanished }, signal).map((update) =>
      asRetirement(deps, runId, pending.notice, update),
    ),
  )
  const { waitMs } = await sendWrites(deps, { runId, writes }, signal)
  return { waitMs: Math.max(composed.waitMs, waitMs, vanished.length > 0 ? vanishedMs : 0) }
}

/** The updates to send, the commits without an update, and the wait for the rest. */
async function composeNotices(
  deps: SyncDeps,
  { runId, jsonLd }: { runId: string; jsonLd: boolean },
  noticed: readonly NoticeItem[],
  signal: AbortSignal,
): Promise<{ send: PendingNotice[]; done: Commit[]; waitMs: number }> {
  const input = { runId, parents: {} }
  const resolved = {
    items: noticed.map(({ update }) => update),
    reverts: [],
    site: { mediaOf: () => undefined, termOf: () => undefined, jsonLd },
  }
  const composed = await composeWrites(deps, input, await classifyPages(deps, input, resolved, signal))
  const byId = new Map(noticed.map((item) => [recordId(item.change), item]))
  const itemsOf = (keys: readonly RecordKey[]) => keys.map((key) => byId.get(recordId(key)))
  const writing = itemsOf(composed.send.map(({ key }) => key))
  const send = withValues(composed.send, writing).map(([write, notice]) => ({ ...write, notice }))
  const unwritten = itemsOf(composed.done.map(({ outcome }) => outcome))
  const done = withValues(composed.done, unwritten).map(([commit, notice]) => {
    const refused = commit.snapshot && refusedNotice(deps, notice, notice.page)
    return refused ?? toRetirement(runId, notice, commit)
  })
  return { send, done, waitMs: composed.waitMs }
}

/** The update of a page as its retirement. */
function asRetirement(deps: SyncDeps, runId: string, item: NoticeItem, update: PlannedWrite): PlannedWrite {
  const retire =
    (commit: PlannedWrite['commit']): PlannedWrite['commit'] =>
    async (response) => {
      const { answer } = response
      const refused = answer.ok ? refusedNotice(deps, item, answer.page) : undefined
      const made = refused ?? (await commit(response))
      return made && toRetirement(runId, item, made)
    }
  const { recompose } = update
  return {
    ...update,
    commit: retire(update.commit),
    recompose:
      recompose &&
      ((saved) => {
        const { body, commit } = recompose(saved)
        return { body, commit: retire(commit) }
      }),
  }
}

import { recordId } from '../../core/record/record.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import { sendWrites } from '../batches/send-writes.ts'
import type { SyncDeps } from '../deps.ts'
import { classifyPages } from '../pages/classify-page.ts'
import { plannedWrites } from '../pages/commit-writes.ts'
import { composeWrites } from '../pages/compose-writes.ts'
import { deferOpen } from '../pages/defer-open.ts'
import type { PendingWrite } from '../pages/page-item.ts'
import type { Commit } from '../ports/writes.ts'
import type { RetireItem } from './commit-retired.ts'
import { refusedNotice, toNoticeItem, toRetirement, type NoticeItem } from './notice-item.ts'

/** A page that vanished before its write is read again after this time. */
const vanishedMs = 1_000

/**
 * Adds notices to the pages of at most 100 retired records, as updates that pass through the same steps as all others:
 * merge, wait for a write that may still land, deferral of open pages, repair of lost edits. `waitMs` above 0: call
 * again after that.
 */
export async function placeNotices(
  deps: SyncDeps,
  runId: string,
  items: readonly RetireItem[],
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  if (items.length === 0) return { waitMs: 0 }
  const graceLeft = await openGrace(
    deps,
    items.map(({ known }) => known),
  )
  const noticed = items.flatMap((item) => toNoticeItem(deps, item, graceLeft) ?? [])
  const itemOf = new Map(noticed.map((item) => [recordId(item.change), item]))
  const { send, done, waitMs } = await composeNotices(deps, runId, noticed, signal)
  const open = await deferOpen(deps, runId, send, signal)
  const unsent = [...done, ...open.deferred].map((commit) => {
    const intent = itemOf.get(recordId(commit.outcome))?.update.intent
    return { ...commit, intent }
  })
  await deps.writes.commitUnsent(runId, unsent)
  const vanished: WriteChange[] = []
  const updates = open.send.flatMap((pending) => {
    const item = itemOf.get(recordId(pending.key))
    const writes = plannedWrites(deps, runId, { writes: [pending], again: vanished }, signal)
    return item === undefined ? [] : writes.map((planned) => asRetirement(deps, runId, item, planned))
  })
  const sent = await sendWrites(deps, { runId, writes: updates }, signal)
  return { waitMs: Math.max(waitMs, sent.waitMs, vanished.length > 0 ? vanishedMs : 0) }
}

/** The updates to send, the commits without an update, and the wait for the rest. */
async function composeNotices(
  deps: SyncDeps,
  runId: string,
  noticed: readonly NoticeItem[],
  signal: AbortSignal,
): Promise<{ send: PendingWrite[]; done: Commit[]; waitMs: number }> {
  const input = { runId, parents: {} }
  const resolved = {
    items: noticed.map(({ update }) => update),
    reverts: [],
    site: { mediaOf: () => undefined, termOf: () => undefined },
  }
  const classified = await classifyPages(deps, input, resolved, signal)
  const composed = await composeWrites(deps, input, classified)
  const send: PendingWrite[] = []
  const done: Commit[] = []
  const itemOf = new Map(noticed.map((item) => [recordId(item.change), item]))
  for (const write of composed.send) {
    const item = itemOf.get(recordId(write.key))
    const content = write.body.content ?? item?.page.content ?? ''
    const refused = item && refusedNotice(deps, item, { content })
    if (refused === undefined) send.push(write)
    else done.push(refused)
  }
  for (const commit of composed.done) {
    const item = itemOf.get(recordId(commit.outcome))
    const refused = item && commit.snapshot && refusedNotice(deps, item, item.page)
    if (item !== undefined) done.push(refused ?? toRetirement(runId, item, commit))
  }
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
